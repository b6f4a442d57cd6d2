/** Tests turns that are taken together, in one copy of the service and in two. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Turns, takeTurn } from './turns.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

const turns: Turns = {
  waitsSeconds: [30, 60],
  short: { max: 2, windowSeconds: 3_600 },
  long: { max: 3, windowSeconds: 86_400 },
}

const endWaits = () =>
  sql`update attempts set blocked_until = null where key like 'turn:%'`.execute(database.db)

describe('turns that are taken together', () => {
  it('gives one of fifty callers the turn and tells the others when the next one is due', async () => {
    const taken = await Promise.all(
      Array.from({ length: 50 }, () => takeTurn(database.db, 'turn:one', turns)),
    )
    assert.deepEqual(
      taken.map(({ isTaken }) => isTaken),
      [true, ...Array.from({ length: 49 }, () => false)],
    )
    const moments = taken.map(({ nextAt }) => nextAt.getTime())
    assert.ok(Math.max(...moments) - Math.min(...moments) <= 1)
    assert.ok(taken.every(({ waitSeconds }) => waitSeconds > 25 && waitSeconds <= 30))
  })

  it('gives each key of a batch its own turn, wait and maximum', async () => {
    const copy = database.openAnother()
    const keys = ['turn:a', 'turn:b', 'turn:c', 'turn:a', 'turn:b', 'turn:c']
    const wanted = { 'turn:a': turns, 'turn:b': { ...turns, waitsSeconds: [300] }, 'turn:c': turns }
    const taken = await Promise.all(
      keys.map((key, index) =>
        takeTurn([database.db, copy.db][index % 2] ?? copy.db, key, wanted[key as keyof typeof wanted]),
      ),
    )
    const won = keys.filter((_, index) => taken[index]?.isTaken).sort()
    assert.deepEqual(won, ['turn:a', 'turn:b', 'turn:c'])
    const waitOf = (key: string) => taken[keys.indexOf(key)]?.waitSeconds ?? 0
    assert.ok(waitOf('turn:a') <= 30 && waitOf('turn:b') > 290)
    await copy.close()
  })

  it('counts each turn that is taken under its counter, one after another, and none that is not due', async () => {
    const take = (key: string, weight: 0 | 1) =>
      takeTurn(database.db, key, turns, { counted: { key: 'turns-sum', windowSeconds: 3_600, weight } })
    const first = await Promise.all([
      take('turn:r', 1),
      take('turn:p', 1),
      take('turn:q', 0),
      take('turn:p', 1),
    ])
    assert.deepEqual(
      first.map(({ counter }) => counter?.count),
      [2, 1, 1, undefined],
    )
    assert.equal((await take('turn:s', 1)).counter?.count, 3)
    assert.equal((await takeTurn(database.db, 'turn:t', turns)).counter, undefined)
  })

  it('ends the turns of both windows at their maximum', async () => {
    const take = () => Promise.all(['turn:x', 'turn:y'].map((key) => takeTurn(database.db, key, turns)))
    const areTaken = async () => (await take()).map(({ isTaken }) => isTaken)
    for (const expected of [true, true, false]) {
      assert.deepEqual(await areTaken(), [expected, expected])
      await endWaits()
    }
    await sql`update attempts set window_ends_at = now() where key like 'turn:%:short'`.execute(database.db)
    const [last] = await take()
    assert.ok(last?.isTaken && last.waitSeconds > 80_000, 'the third is the last of the day')
    await endWaits()
    assert.deepEqual(await areTaken(), [false, false])
  })
})
