/** Tests simultaneous attempts, in one copy of the service and in two (N-10). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Db } from '../db/connect.ts'
import { asFailure } from '../failure.ts'
import { type Attempt, attempt } from './lockout.ts'
import { countAttempts, type Rule } from './rate-limit.ts'

let database: TestDatabase
let copy: ReturnType<TestDatabase['openAnother']>
before(async () => {
  database = await createTestDatabase()
  copy = database.openAnother()
})
after(async () => {
  await copy.close()
  await database.close()
})

const recorded = { userId: null, platform: null }
const attemptAt = (key: string, counted: readonly string[] = []): Attempt => ({ key, counted, recorded })
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Tries a wrong password `count` times; resolves to the answers and the number of compared passwords. */
async function guessTogether(dbs: readonly Db[], keys: readonly string[], count: number) {
  let compared = 0
  const answers = await times(count, (index) =>
    attempt(dbs[index % dbs.length] as Db, attemptAt(keys[index % keys.length] as string), async () => {
      compared += 1
      return null
    }).catch((error) => asFailure(error).code),
  )
  return { answers, compared }
}

describe('attempts that arrive together', () => {
  it('compares as many passwords as one after another, and refuses the others during the wait', async () => {
    const { answers, compared } = await guessTogether([database.db], ['guess:one'], 50)
    assert.equal(compared, 5)
    assert.deepEqual(answers, [...Array(5).fill(null), ...Array(45).fill('too-many-attempts')])
  })

  it('compares as many across two copies of the service', async () => {
    const { compared } = await guessTogether([database.db, copy.db], ['guess:copies'], 100)
    assert.equal(compared, 5)
  })

  it('counts each account by itself in one batch', async () => {
    const keys = ['guess:a', 'guess:b', 'guess:c']
    const { compared } = await guessTogether([database.db], keys, 30)
    assert.equal(compared, 15)
  })

  it('fails alone where one check fails, and gives only that attempt back', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) =>
        attempt(database.db, attemptAt('guess:broken'), async () => {
          if (index === 1) throw new Error('the queue is full')
          return null
        }),
      ),
    )
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    const { compared } = await guessTogether([database.db], ['guess:broken'], 10)
    assert.equal(compared, 2, 'three of five are used up')
  })
})

describe('successes that arrive together', () => {
  const window = { max: 3, windowSeconds: 600 }

  it('clears each lockout and takes each request off the counters of failures', async () => {
    const address: Rule = { key: 'login:address:x', max: 100, windowSeconds: 600 }
    await times(6, () => countAttempts(database.db, [address]))
    await times(5, (index) =>
      attempt(database.db, attemptAt(`guess:right:${index}`, [address.key]), async () => true),
    )
    const { counts } = await countAttempts(database.db, [address])
    assert.equal(counts.get(address.key), 2)
    for (let round = 0; round < 4; round += 1) {
      await attempt(database.db, attemptAt('guess:right:0'), async () => null)
      await attempt(database.db, attemptAt('guess:right:0'), async () => true)
    }
    const { compared } = await guessTogether([database.db], ['guess:right:0'], 10)
    assert.equal(compared, 5, 'nothing is left of the earlier attempts')
  })

  it('lets exactly the limit of successes pass, and clears the lockout of the others too', async () => {
    const successes = [{ key: 'sign-ins:limited', ...window }]
    const given = { ...attemptAt('guess:limited'), successes, factor: 1 }
    const results = await times(4, (index) =>
      attempt([database.db, copy.db][index % 2] as Db, given, async () => true).then(
        (passed) => passed?.counts.get('sign-ins:limited'),
        (error) => asFailure(error).code,
      ),
    )
    assert.deepEqual(results.map(String).sort(), ['1', '2', '3', 'too-many-attempts'])
    const { compared } = await guessTogether([database.db], ['guess:limited'], 10)
    assert.equal(compared, 5)
  })

  it('never makes two copies wait for each other, whatever the order of the keys', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `login:address:${index}`)
    await times(100, (index) => {
      const own = index % 2 === 0 ? keys : keys.toReversed()
      const db = index % 2 === 0 ? database.db : copy.db
      return attempt(db, attemptAt(`guess:many:${index % 7}:${index}`, own), async () => true)
    })
  })
})
