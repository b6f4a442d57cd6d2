/**
 * Tests requests while the database is busy, locked, idle or silent: each gets a 503 while the fault lasts, and service
 * resumes afterwards.
 */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openFaultProxy } from '../../../../bench/faults/installation/fault-proxy.ts'
import { openTestApp } from '../../testing/test-app.ts'
import type { TestConnection, TestDatabaseOptions } from '../../testing/test-database.ts'
import { asFailure } from '../failure.ts'
import { connect, type DatabaseBounds, databaseBounds } from './connect.ts'

/** Longer than the tests may last, so that only the bound that a test shortens can refuse its requests. */
const unboundedMs = 600_000
const unbounded: Partial<DatabaseBounds> = {
  connectMs: unboundedMs,
  lockMs: unboundedMs,
  statementMs: unboundedMs,
  answerMs: unboundedMs,
  idleInTransactionMs: unboundedMs,
  changesMs: unboundedMs,
  earlierRequestsMs: unboundedMs,
}

async function open(
  t: TestContext,
  bounds: Partial<DatabaseBounds> = {},
  reach?: TestDatabaseOptions['reach'],
) {
  const testApp = await openTestApp({
    database: { bounds: { ...unbounded, ...bounds }, ...(reach && { reach }) },
  })
  t.after(() => testApp.close())
  const person = await testApp.makeUser()

  /** Sends a request that needs the database. */
  async function sendRequest() {
    const { status, headers } = await testApp.call(findUser, {
      body: { userId: person.email, product: 'learning' },
    })
    return { status, retryAfter: headers['retry-after'] }
  }

  /** Asserts that a request is refused; the caller ends the fault only afterwards. */
  async function isRefused(): Promise<void> {
    assert.deepEqual(await sendRequest(), { status: 503, retryAfter: '2' })
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

  return { testApp, sendRequest, isRefused, recovers, lockAttempts }
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

/** Opens a proxy to the database that injects faults. */
function openProxy(t: TestContext) {
  let proxy: Awaited<ReturnType<typeof openFaultProxy>> | undefined
  t.after(() => proxy?.close())
  return {
    set: (...fault: Parameters<NonNullable<typeof proxy>['set']>) => proxy?.set(...fault),
    async reach(server: TestConnection) {
      proxy = await openFaultProxy({ path: `${server.host}/.s.PGSQL.${server.port}` })
      return { ...server, host: '127.0.0.1', port: proxy.port }
    },
  }
}

describe('requests during database faults', { concurrency: true, timeout: 120_000 }, () => {
  it('refuses requests while all ten database connections are busy, and serves again afterwards', async (t) => {
    const { testApp, isRefused, recovers } = await open(t, { connectMs: 3_000 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const holders = Array.from({ length: databaseBounds.maxConnections }, () => {
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
      const holding = testApp.services.db.connection().execute(() => {
        hold()
        return released
      })
      return { isHeld, holding }
    })
    await Promise.all(holders.map(({ isHeld }) => isHeld))
    await Promise.all(Array.from({ length: 20 }, isRefused))
    release()
    await Promise.all(holders.map(({ holding }) => holding))
    await recovers()
  })

  it('refuses a request that waits too long for a database lock', async (t) => {
    const { isRefused, recovers, lockAttempts } = await open(t, { lockMs: 300 })
    await lockAttempts(isRefused)
    await recovers()
  })

  it('refuses a request whose database statement takes too long', async (t) => {
    const { isRefused, recovers, lockAttempts } = await open(t, { statementMs: 3_000 })
    await lockAttempts(isRefused)
    await recovers()
  })

  it('answers a request that an idle transaction blocked, once that is cut off', async (t) => {
    const { sendRequest, lockAttempts } = await open(t, { idleInTransactionMs: 2_000 })
    let status = 0
    const idle = lockAttempts(async () => {
      status = (await sendRequest()).status
    })
    await assert.rejects(idle, (error) => asFailure(error).code === 'overloaded')
    assert.equal(status, 200)
  })

  it('refuses requests while the database is silent, and never reuses those connections', async (t) => {
    const proxy = openProxy(t)
    const { isRefused, recovers } = await open(t, { answerMs: 3_000, connectMs: 3_000 }, proxy.reach)
    await recovers()
    proxy.set({ kind: 'blackhole' })
    await Promise.all(Array.from({ length: 20 }, isRefused))
    proxy.set({ kind: 'none' })
    await recovers()
  })

  it('survives database connections that are reset, and new ones that are refused', async (t) => {
    const proxy = openProxy(t)
    const { sendRequest, recovers } = await open(t, {}, proxy.reach)
    const underWay = Array.from({ length: 20 }, sendRequest)
    proxy.set({ kind: 'reset' })
    for (const { status } of await Promise.all([...underWay, sendRequest(), sendRequest()]))
      assert.ok(status === 503 || status === 200, String(status))
    assert.equal((await sendRequest()).status, 503)
    proxy.set({ kind: 'none' })
    await recovers()
  })
})
