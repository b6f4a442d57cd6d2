/** Tests simultaneous uses with growing waits, in one copy of the service and in two. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type GrowingWaits, useOnceDue } from './growing-waits.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

const limits: GrowingWaits = {
  waitsSeconds: [30, 60],
  short: { max: 2, windowSeconds: 3_600 },
  long: { max: 3, windowSeconds: 86_400 },
}

const endWaits = () =>
  sql`update attempts set blocked_until = null where key like 'use:%'`.execute(database.db)

describe('uses with growing waits that arrive together', () => {
  it('allows one of fifty callers and tells the others when the next use is due', async () => {
    const taken = await Promise.all(
      Array.from({ length: 50 }, () => useOnceDue(database.db, 'use:one', limits)),
    )
    assert.equal(taken.filter(({ isDue }) => isDue).length, 1)
    const moments = taken.map(({ nextAt }) => nextAt.getTime())
    assert.ok(Math.max(...moments) - Math.min(...moments) <= 1)
    assert.ok(taken.every(({ waitSeconds }) => waitSeconds > 25 && waitSeconds <= 30))
  })

  it('gives each key its own wait and maximum', async () => {
    const copy = database.openAnother()
    const keys = ['use:a', 'use:b', 'use:c', 'use:a', 'use:b', 'use:c']
    const wanted = { 'use:a': limits, 'use:b': { ...limits, waitsSeconds: [300] }, 'use:c': limits }
    const taken = await Promise.all(
      keys.map((key, index) =>
        useOnceDue([database.db, copy.db][index % 2] ?? copy.db, key, wanted[key as keyof typeof wanted]),
      ),
    )
    const won = keys.filter((_, index) => taken[index]?.isDue).sort()
    assert.deepEqual(won, ['use:a', 'use:b', 'use:c'])
    const waitOf = (key: string) => taken[keys.indexOf(key)]?.waitSeconds ?? 0
    assert.ok(waitOf('use:a') <= 30 && waitOf('use:b') > 290)
    await copy.close()
  })

  it('allows no use beyond the maximum of either window', async () => {
    const take = () => Promise.all(['use:x', 'use:y'].map((key) => useOnceDue(database.db, key, limits)))
    const areDue = async () => (await take()).map(({ isDue }) => isDue)
    for (const expected of [true, true, false]) {
      assert.deepEqual(await areDue(), [expected, expected])
      await endWaits()
    }
    await sql`update attempts set window_ends_at = now() where key like 'use:%:short'`.execute(database.db)
    const [last] = await take()
    assert.ok(last?.isDue && last.waitSeconds > 80_000, 'the third is the last of the day')
    await endWaits()
    assert.deepEqual(await areDue(), [false, false])
  })
})
