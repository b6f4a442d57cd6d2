/** Tests a flood of sign-ins: the queue of password hashes is bounded, and other requests do not wait for it (N-13). */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { poolNiceness, poolThreads } from '../../identity/credentials/pool-priority.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

/** Only Linux gives each thread its own priority. */
const isLinux = process.platform === 'linux'
const ownPriority = getPriority()
const folder = mkdtempSync(join(tmpdir(), 'foyer-hashing-'))
let testApp: TestApp

/** One worker that takes about 0.5 s per hash. */
const slow = { memoryKib: 19_456, passes: 80, workers: 1 }

before(async () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true })
  writeFileSync(join(folder, 'client/assets/a.js'), '1')
  testApp = await openTestApp({
    config: { webFolder: folder, limitsFactor: 1_000, hashing: { ...slow, queue: 2, waitMs: 250 } },
  })
})
after(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true })
})

function signIn(index: number) {
  return testApp.call(login, {
    body: { email: `nobody${index}@example.com`, password: rightPassword, product: 'learning' },
  })
}

describe('hashing queue', () => {
  it('answers 503 with Retry-After to sign-ins beyond the hashing queue, while files and health are served', async () => {
    // Makes the decoy hash for unknown users, so that the sign-ins of the flood do not wait for it.
    await signIn(0)
    const flood = Array.from({ length: 12 }, async (_, index) => {
      const answer = await signIn(index + 1)
      if (answer.status === 503) {
        assert.equal(answer.code, 'overloaded')
        assert.equal(answer.headers['retry-after'], '2')
      }
      return answer.status
    })
    while (testApp.services.hasher.load().running === 0) await nextTurn()
    for (const url of ['/assets/a.js', '/health/live', '/health/ready', '/?platform=student'])
      assert.equal((await testApp.app.inject(url)).statusCode, 200, url)
    const statuses = await Promise.all(flood)
    assert.deepEqual([...new Set(statuses)].sort(), [400, 503])
    assert.ok(statuses.filter((status) => status === 503).length >= 10)
    assert.equal((await signIn(99)).status, 400, 'the next sign-in is checked again')
  })

  it('asks the database nothing for a sign-in that finds no place in the queue', async () => {
    await signIn(0)
    const { db } = testApp.services
    const isWaiting = sql`select from pg_locks where relation = 'attempts'::regclass and not granted`
    let admitted: Promise<unknown>[] = []
    let statuses: number[] = []
    await db.transaction().execute(async (trx) => {
      await sql`lock table attempts in access exclusive mode`.execute(trx)
      // Each holds its place in the queue while its first statement waits for the lock.
      admitted = Array.from({ length: 3 }, (_, index) => signIn(100 + index))
      while ((await isWaiting.execute(db)).rows.length === 0) await nextTurn()
      const statements = await testApp.countStatements(async () => {
        const refused = await Promise.all(Array.from({ length: 20 }, (_, index) => signIn(200 + index)))
        statuses = refused.map(({ status }) => status)
      })
      assert.equal(statements, 0)
    })
    assert.deepEqual(statuses, Array(20).fill(503))
    await Promise.all(admitted)
    assert.equal((await signIn(300)).status, 400, 'every place was given back')
  })

  it('hashes at a lower priority than the thread that answers requests', { skip: !isLinux }, async () => {
    await signIn(0)
    const threads = poolThreads()
    assert.ok(threads.length > 0)
    for (const thread of threads) assert.equal(getPriority(thread), poolNiceness)
    assert.equal(getPriority(), ownPriority)
  })
})
