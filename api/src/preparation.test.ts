/** Tests the answers of a service that is not ready, and that it becomes ready by itself (N-13). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createApp } from './app.ts'
import { storePages } from './kernel/http/pages/page-store.ts'
import { createPreparation, prepareAtLast } from './preparation.ts'
import { createServices } from './services.ts'
import { skipTime } from './testing/skip-time.ts'
import { openTestApp, type TestApp, testSecret } from './testing/test-app.ts'

const quiet = { info() {}, error() {} }

/** A readiness result younger than this is returned without waiting for a new check. */
const youngMs = 1_000

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

/** Opens a service on the same database that has not prepared yet. */
async function unprepared(secret: string) {
  const services = createServices(testApp.services.config, testApp.services.db, [Buffer.from(secret)])
  const preparation = createPreparation(services, { connectionString: testApp.databaseUrl })
  const page = { page: 'sign-in', platform: 'student', html: 'x', scriptHashes: [], styleHashes: [] } as const
  let isStopping = false
  const app = await createApp({
    services,
    pages: storePages([page]),
    isStopping: () => isStopping,
    missing: preparation.missing,
    healthMs: 30_000,
  })
  return { app, preparation, stop: () => (isStopping = true) }
}

async function reasonOf(app: FastifyInstance): Promise<string> {
  const response = await app.inject('/health/ready')
  if (response.statusCode === 200) return 'none'
  assert.equal(response.statusCode, 503)
  assert.ok(response.headers['retry-after'])
  const { errors } = response.json()
  assert.deepEqual(Object.keys(errors).sort(), ['code', 'detail', 'message'])
  assert.equal(errors.code, 'overloaded')
  return errors.detail
}

describe('the service before its preparation', () => {
  it('answers every request but liveness with 503 and a sentence before its preparation', async () => {
    const { app, preparation } = await unprepared(testSecret)
    assert.equal((await app.inject('/health/live')).statusCode, 200)
    assert.equal(await reasonOf(app), 'database')
    for (const url of ['/?platform=student', '/nothing', '/logout']) {
      const page = await app.inject(url)
      assert.equal(page.statusCode, 503, url)
      assert.match(page.body, /We’re very busy right now/)
      assert.match(String(page.headers['content-type']), /^text\/html/)
      assert.ok(page.headers['retry-after'])
    }
    const call = await app.inject({ method: 'POST', url: '/api/auth/refresh-token', payload: {} })
    assert.equal(call.statusCode, 503)
    assert.equal(call.json().errors.code, 'overloaded')
    await prepareAtLast(preparation, quiet, new AbortController().signal)
    assert.equal(await reasonOf(app), 'none')
    assert.equal((await app.inject('/?platform=student')).statusCode, 200)
    await app.close()
  })

  it('reports secrets that decrypt no key without naming one, and tries again until it is stopped', async () => {
    const { app, preparation } = await unprepared('other secret')
    const lines: string[] = []
    const stopping = new AbortController()
    const log = { info() {}, error: (_details: object, message: string) => void lines.push(message) }
    const trying = prepareAtLast(preparation, log, stopping.signal)
    while (lines.length < 2) await sleep(10)
    assert.equal(await reasonOf(app), 'signing-key')
    assert.match(lines[0] ?? '', /FOYER_SECRETS/)
    assert.doesNotMatch(lines.join(), /other secret/)
    stopping.abort()
    await trying
    await app.close()
  })

  it('reports the step that failed while it tries again', async () => {
    const { app, preparation } = await unprepared('other secret')
    await assert.rejects(preparation.run(), /FOYER_SECRETS/)
    const again = preparation.run()
    assert.equal(await reasonOf(app), 'signing-key')
    await assert.rejects(again, /FOYER_SECRETS/)
    await app.close()
  })
})

describe('readiness', () => {
  it('answers that the service is stopping before any other reason', async () => {
    const { app, preparation, stop } = await unprepared(testSecret)
    await preparation.run()
    stop()
    assert.equal(await reasonOf(app), 'stopping')
    await app.close()
  })

  it('reports a missing migration', async () => {
    const own = await openTestApp()
    assert.equal(await reasonOf(own.app), 'none')
    await sql`delete from kysely_migration`.execute(own.services.db)
    skipTime(youngMs)
    assert.equal(await reasonOf(own.app), 'migrations')
    await own.close()
  })

  it('reports an unreachable database', async () => {
    const own = await openTestApp()
    await own.services.db.destroy()
    assert.equal(await reasonOf(own.app), 'database')
    await own.app.close()
  })

  it('answers a young result while the next check waits, and an old one no more', async (t) => {
    const own = await openTestApp()
    let now = performance.now()
    t.mock.method(performance, 'now', () => now)
    assert.equal(await reasonOf(own.app), 'none')
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = own.services.db.transaction().execute(async (trx) => {
      await sql`lock table kysely_migration`.execute(trx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    now += youngMs / 2
    // The new check waits for the lock, so these answers prove that no caller waits for it.
    for (let asked = 0; asked < 3; asked += 1) assert.equal(await reasonOf(own.app), 'none')
    now += youngMs
    const late = reasonOf(own.app)
    const endCheck = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await endCheck.execute(own.services.db)).rows.length === 0) await nextTurn()
    assert.equal(await late, 'database')
    release.resolve()
    await holding
    await own.close()
  })

  it('runs one check for any number of parallel requests', async () => {
    let answers: number[] = []
    const count = await testApp.countStatements(async () => {
      const asked = Array.from({ length: 300 }, () => testApp.app.inject('/health/ready'))
      answers = (await Promise.all(asked)).map((answer) => answer.statusCode)
    })
    // On a busy machine the check times out; all requests then share that result too.
    assert.ok(answers.every((status) => [200, 503].includes(status)))
    assert.ok(count < 30, `${count} statements`)
  })
})
