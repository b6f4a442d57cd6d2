/** Tests the counts of simultaneous requests, in one copy of the service and in two. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Db } from '../db/connect.ts'
import { asFailure } from '../failure.ts'
import {
  clearCounters,
  countAttempts,
  forgetSessionCounters,
  type Rule,
  returnAttempts,
} from './rate-limit.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

const window = { max: 30, windowSeconds: 3_600 }

/** Counts `times` attempts, and returns each count or the code of the refusal. */
function countTogether(dbs: readonly Db[], rule: Rule, times: number): Promise<(number | string)[]> {
  const count = async (db: Db) => (await countAttempts(db, [rule])).counts.get(rule.key) ?? 0
  const at = (index: number) => dbs[index % dbs.length] as Db
  return Promise.all(
    Array.from({ length: times }, (_, index) => count(at(index)).catch((error) => asFailure(error).code)),
  )
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('counts of requests that arrive together', () => {
  it('counts on in the order of arrival and refuses exactly those above the limit', async () => {
    const counted = await countTogether([database.db], { key: 'together:1', ...window }, 40)
    assert.deepEqual(counted, [...oneTo(30), ...Array.from({ length: 10 }, () => 'too-many-attempts')])
  })

  it('lets exactly the limit pass across two copies of the service', async () => {
    const copy = database.openAnother()
    const counted = await countTogether([database.db, copy.db], { key: 'together:2', ...window }, 200)
    const passed = counted.filter((count) => typeof count === 'number')
    assert.deepEqual(
      passed.sort((one, other) => one - other),
      oneTo(30),
    )
    await copy.close()
  })

  it('reports the begin of a window to the first of them only', async () => {
    const rule = { key: 'together:3', ...window }
    const all = await Promise.all(oneTo(5).map(() => countAttempts(database.db, [rule])))
    assert.deepEqual(
      all.map(({ fresh }) => fresh),
      [['together:3'], [], [], [], []],
    )
  })

  it('counts requests with different rules, each under its own keys', async () => {
    const rules = [1, 2, 3].map((max): Rule => ({ key: `together:4:${max}`, max, windowSeconds: 60 }))
    const given = [
      rules.slice(0, 1),
      rules,
      rules.slice(1),
      rules.slice(2).map((rule) => ({ ...rule, weight: 0 as const })),
    ]
    const settled = await Promise.all(
      given.map((own) =>
        countAttempts(database.db, own).then(
          ({ counts }) => Object.fromEntries(counts),
          (error) => asFailure(error).limit,
        ),
      ),
    )
    assert.deepEqual(settled, [
      { 'together:4:1': 1 },
      'together',
      { 'together:4:2': 2, 'together:4:3': 2 },
      { 'together:4:3': 2 },
    ])
  })

  it('never makes two copies wait for each other, whatever the order of the keys', async () => {
    const copy = database.openAnother()
    const rules = oneTo(20).map(
      (place): Rule => ({ key: `together:5:${place}`, max: 10_000, windowSeconds: 60 }),
    )
    const count = (db: Db, own: readonly Rule[]) => countAttempts(db, own)
    await Promise.all(
      oneTo(100).flatMap(() => [count(database.db, rules), count(copy.db, rules.toReversed())]),
    )
    const { counts } = await countAttempts(database.db, rules)
    assert.deepEqual(new Set(counts.values()), new Set([201]))
    await copy.close()
  })
})

describe('counters that are given back', () => {
  /** Resolves once a statement of this database waits for a lock. */
  async function whenWaiting(): Promise<void> {
    const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await isWaiting.execute(database.db)).rows.length === 0) await new Promise(setImmediate)
  }

  const givingBack = {
    returnAttempts,
    clearCounters: (db: Db, keys: readonly string[]) => clearCounters(db, { keys, waits: [] }),
    forgetSessionCounters: (db: Db) => forgetSessionCounters(db, ['ordered']),
  }

  for (const [name, giveBack] of Object.entries(givingBack))
    it(`locks rows in the order of their keys, so that no two statements wait for each other: ${name}`, async () => {
      const [first, last] = ['a:session:ordered', 'b:session:ordered']
      // Inserts the rows in the opposite order.
      for (const key of [last, first])
        await countAttempts(database.db, [{ key, max: 100, windowSeconds: 3_600 }])
      const { given, isFree } = await database.db.transaction().execute(async (trx) => {
        await sql`select from attempts where key = ${first} for update`.execute(trx)
        const waiting = giveBack(database.db, [last, first])
        await whenWaiting()
        const { rows } = await sql`select from attempts where key = ${last} for update skip locked`.execute(
          trx,
        )
        return { given: { waiting }, isFree: rows.length === 1 }
      })
      await given.waiting
      assert.equal(isFree, true, 'the later row is not locked while the earlier one is waited for')
    })
})
