import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { skipTime } from '../../testing/skip-time.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { batched } from './batch.ts'
import { boundsOf, type Db } from './connect.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await sql`create table batches (id bigint generated always as identity primary key, items int[])`.execute(
    database.db,
  )
})
after(() => database.close())

/** The items of each executed statement, in order. */
let statements: (readonly number[])[] = []
beforeEach(() => {
  statements = []
})

/** Divides 100 by each item, and records the items of each statement. */
const divide = batched(async (db: Db, items: readonly number[]) => {
  statements.push(items)
  const { rows } = await sql<{ quotient: number }>`
    with stored as (insert into batches (items) values (${items}::int[]))
    select 100 / item as quotient from unnest(${items}::int[]) with ordinality as given (item, place) order by place`.execute(
    db,
  )
  return rows.map(({ quotient }) => quotient)
})

/** The key of the advisory lock that blocks slow statements. */
const gate = 815

/** Waits for the gate if an item is 'slow'. */
async function waitTogether(db: Db, items: readonly string[]): Promise<readonly string[]> {
  if (items.includes('slow')) await sql`select pg_advisory_xact_lock_shared(${gate})`.execute(db)
  return items
}
const wait = batched(waitTogether)

/** Blocks slow statements while `work` runs. */
async function whileClosed(work: () => Promise<void>): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${gate})`.execute(trx)
    await work()
  })
}

/** Resolves once this many statements wait at the gate. */
async function areWaiting(count: number): Promise<void> {
  const waiting = sql`select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`
  while ((await waiting.execute(database.db)).rows.length < count) await new Promise(setImmediate)
}

async function stored(): Promise<number[][]> {
  const { rows } = await sql<{ items: number[] }>`select items from batches order by id`.execute(database.db)
  return rows.map(({ items }) => items)
}

describe('batched operations', () => {
  it('runs operations of the same turn as one statement and answers each', async () => {
    const { db } = database
    assert.deepEqual(await Promise.all([1, 2, 5].map((item) => divide(db, item))), [100, 50, 20])
    assert.deepEqual(statements, [[1, 2, 5]])
  })

  it('answers equal items each', async () => {
    const { db } = database
    assert.deepEqual(await Promise.all([4, 4, 4].map((item) => divide(db, item))), [25, 25, 25])
  })

  it('collects what arrives while a statement runs', async () => {
    const { db } = database
    const first = divide(db, 1)
    await new Promise(setImmediate)
    await Promise.all([first, divide(db, 2), divide(db, 4)])
    assert.deepEqual(statements, [[1], [2, 4]])
  })

  it('splits more items than a statement takes', async () => {
    const { db } = database
    const items = Array.from({ length: 150 }, (_, index) => index + 1)
    const results = await Promise.all(items.map((item) => divide(db, item)))
    assert.deepEqual(
      results,
      items.map((item) => Math.floor(100 / item)),
    )
    assert.deepEqual(
      statements.map(({ length }) => length),
      [64, 64, 22],
    )
  })

  it('fails a bad item alone', async () => {
    const { db } = database
    const settled = await Promise.allSettled([10, 0, 20].map((item) => divide(db, item)))
    assert.deepEqual(
      settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code)),
      [10, '22012', 5],
    )
  })

  it('runs as part of a transaction and is undone with it', async () => {
    const { db } = database
    const undone = db.transaction().execute(async (trx) => {
      assert.equal(await divide(trx, 3), 33)
      throw new Error('undo')
    })
    await assert.rejects(undone, { message: 'undo' })
    assert.ok(!(await stored()).some((items) => items.length === 1 && items[0] === 3))
  })

  it('never runs items twice after a lost connection', async () => {
    const broken = await createTestDatabase()
    let runs = 0
    const breakConnection = batched(async (given: Db, items: readonly number[]) => {
      runs += 1
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(given)
      return items
    })
    const settled = await Promise.allSettled([1, 2, 3].map((item) => breakConnection(broken.db, item)))
    assert.ok(settled.every(({ status }) => status === 'rejected'))
    assert.equal(runs, 1)
    await broken.close()
  })

  it('keeps two databases apart', async () => {
    const other = database.openAnother()
    await Promise.all([divide(database.db, 6), divide(other.db, 7)])
    assert.deepEqual(statements, [[6], [7]])
    await other.close()
  })

  it('holds no other kind of operation while a statement is slow', async () => {
    const { db } = database
    let slow: Promise<string> | undefined
    await whileClosed(async () => {
      slow = wait(db, 'slow')
      await areWaiting(1)
      assert.equal(await divide(db, 1), 100)
    })
    assert.equal(await slow, 'slow')
  })

  it('opens a second lane beside a slow statement', async () => {
    const { db } = database
    let slow: Promise<string> | undefined
    await whileClosed(async () => {
      slow = wait(db, 'slow')
      await areWaiting(1)
      assert.equal(await wait(db, 'quick'), 'quick')
    })
    assert.equal(await slow, 'slow')
  })

  it('refuses items that wait longer for a lane than for a connection', async () => {
    const { db } = database
    const busy: Promise<string>[] = []
    await whileClosed(async () => {
      for (let lane = 1; lane <= 2; lane += 1) {
        busy.push(wait(db, 'slow'))
        await areWaiting(lane)
      }
      const refused = assert.rejects(wait(db, 'quick'), /join a batch/)
      skipTime(boundsOf(db).connectMs)
      await refused
    })
    await Promise.all(busy)
    assert.equal(await wait(db, 'quick'), 'quick')
  })
})
