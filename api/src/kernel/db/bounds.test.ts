/**
 * Tests requests while the database is busy, locked, idle or silent: each gets a 503 in time, and service resumes
 * afterwards.
 */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openFaultProxy } from '../../../../bench/faults/installation/fault-proxy.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { asFailure } from '../failure.ts'
import { connect, databaseBounds } from './connect.ts'

type Options = Parameters<typeof openTestApp>[0]

async function open(t: TestContext, options: Options = {}) {
  const testApp = await openTestApp({ ...options, database: { bounds: {}, ...options.database } })
  t.after(() => testApp.close())
  const person = await testApp.makeUser()

  /** Sends a request that needs the database; returns its status and duration. */
  async function sendRequest() {
    const startedAt = performance.now()
    const { status, headers } = await testApp.call(findUser, {
      body: { userId: person.email, product: 'learning' },
    })
    return { status, retryAfter: Number(headers['retry-after']), ms: performance.now() - startedAt }
  }

  async function refusedWithin(limitMs: number): Promise<void> {
    const { status, retryAfter, ms } = await sendRequest()
    assert.equal(status, 503)
    assert.equal(retryAfter, 2)
    assert.ok(ms < limitMs, `${Math.round(ms)} ms`)
  }

  /** Waits until requests succeed again; the test's own timeout bounds the wait. */
  async function recovers(): Promise<void> {
    while ((await sendRequest()).status !== 200) {
      t.signal.throwIfAborted()
      await sleep(20)
    }
  }

  /** Locks the table of the request counters while `work` runs. */
  async function lockAttempts(work: () => Promise<void>): Promise<void> {
    await testApp.services.db.transaction().execute(async (trx) => {
      await sql`lock table attempts in access exclusive mode`.execute(trx)
      await work()
    })
  }

  return { testApp, sendRequest, refusedWithin, recovers, lockAttempts }
}

describe('database bounds', () => {
  it('counts a Unix socket that is gone with its server as an unavailable database', async () => {
    const { db, close } = connect(
      { host: '/nowhere', port: 5432, user: 'foyer', database: 'foyer' },
      () => {},
    )
    await assert.rejects(sql`select 1`.execute(db), (error) => asFailure(error).code === 'overloaded')
    await close()
  })

  it('has the bounds on database connections that the design names', () => {
    assert.deepEqual(databaseBounds, {
      maxConnections: 10,
      connectMs: 1_500,
      lockMs: 2_000,
      statementMs: 5_000,
      answerMs: 6_000,
      idleInTransactionMs: 10_000,
      changesMs: 5_000,
      earlierRequestsMs: 10_000,
      retryMinMs: 250,
      retryMaxMs: 10_000,
      healthMs: 500,
    })
  })
})

describe('requests during database faults', { concurrency: true, timeout: 60_000 }, () => {
  it('refuses requests soon while all ten database connections are busy, and serves again afterwards', async (t) => {
    const { testApp, refusedWithin, recovers } = await open(t, { database: { bounds: { connectMs: 500 } } })
    const { db } = testApp.services
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const busy = Array.from({ length: databaseBounds.maxConnections }, () =>
      db.connection().execute(() => released),
    )
    await Promise.all(Array.from({ length: 20 }, () => refusedWithin(databaseBounds.answerMs)))
    release()
    await Promise.all(busy)
    await recovers()
  })

  it('refuses a request that waits too long for a database lock', async (t) => {
    const { refusedWithin, recovers, lockAttempts } = await open(t, {
      database: { bounds: { lockMs: 300 } },
    })
    await lockAttempts(() => refusedWithin(databaseBounds.statementMs))
    await recovers()
  })

  it('refuses a request whose database statement takes too long', async (t) => {
    const { refusedWithin, recovers, lockAttempts } = await open(t, {
      database: { bounds: { statementMs: 300, lockMs: 10_000 } },
    })
    await lockAttempts(() => refusedWithin(databaseBounds.answerMs))
    await recovers()
  })

  it('answers a request that an idle transaction blocked, once that is cut off', async (t) => {
    const { sendRequest, lockAttempts } = await open(t, {
      database: { bounds: { idleInTransactionMs: 2_000 } },
    })
    let status = 0
    const idle = lockAttempts(async () => {
      status = (await sendRequest()).status
    })
    await assert.rejects(idle, (error) => asFailure(error).code === 'overloaded')
    assert.equal(status, 200)
  })

  it('refuses requests in time while the database is silent, and never reuses those connections', async (t) => {
    let proxy: Awaited<ReturnType<typeof openFaultProxy>> | undefined
    t.after(() => proxy?.close())
    const { refusedWithin, recovers } = await open(t, {
      database: {
        bounds: { answerMs: 1_500, connectMs: 1_000 },
        reach: async (server) => {
          proxy = await openFaultProxy({ path: `${server.host}/.s.PGSQL.${server.port}` })
          return { ...server, host: '127.0.0.1', port: proxy.port }
        },
      },
    })
    await recovers()
    proxy?.set({ kind: 'blackhole' })
    await Promise.all(Array.from({ length: 20 }, () => refusedWithin(6_000)))
    proxy?.set({ kind: 'none' })
    await recovers()
  })

  it('survives database connections that are reset, and new ones that are refused', async (t) => {
    let proxy: Awaited<ReturnType<typeof openFaultProxy>> | undefined
    t.after(() => proxy?.close())
    const { sendRequest, recovers } = await open(t, {
      database: {
        reach: async (server) => {
          proxy = await openFaultProxy({ path: `${server.host}/.s.PGSQL.${server.port}` })
          return { ...server, host: '127.0.0.1', port: proxy.port }
        },
      },
    })
    const underWay = Array.from({ length: 20 }, sendRequest)
    proxy?.set({ kind: 'reset' })
    for (const { status } of await Promise.all([...underWay, sendRequest(), sendRequest()]))
      assert.ok(status === 503 || status === 200, String(status))
    assert.equal((await sendRequest()).status, 503)
    proxy?.set({ kind: 'none' })
    await recovers()
  })
})
