/** Tests the metrics, and that only the metrics listener serves them (N-99). */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { Registry } from 'prom-client'
import { mailCode } from '../../features/otp/test-codes.ts'
import { reportDeliveries } from '../../messages/delivery-report.ts'
import { openRaw } from '../../testing/raw-socket.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { buildInfo } from '../build-info.ts'
import { databaseBounds } from '../db/connect.ts'
import { StartError } from '../start-error.ts'
import { closeMetricsListener, openMetricsListener } from './metrics-listener.ts'
import { redemptionFailuresUntilAlarm } from './security-events.ts'

const lines: string[] = []
let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { logLevel: 'warn' },
    logTo: { write: (line) => lines.push(line) },
  })
})
after(() => testApp.close())

const read = (from = testApp) => from.services.metrics.registry.metrics()

/** Returns the value of the series with these labels. */
async function figure(name: string, labels: Record<string, string> = {}, from = testApp): Promise<number> {
  const metric = await from.services.metrics.registry.getSingleMetric(name)?.get()
  const found = metric?.values.find((value) =>
    Object.entries(labels).every(
      ([label, text]) => (value.labels as Record<string, unknown>)[label] === text,
    ),
  )
  return found?.value ?? 0
}

describe('metrics', () => {
  it('counts and times requests by route pattern, status and error code, never by URL', async () => {
    const { uuid } = await testApp.makeUser()
    const body = { uuid, password: 'wrong', product: 'learning' } as const
    await testApp.call(login, { body })
    await testApp.call(login, { body: { ...body, password: rightPassword } })
    await testApp.app.inject('/some-page-nobody-has?token=private')
    await testApp.app.inject('/api/nothing/private')
    const route = login.path
    const name = 'foyer_http_requests_total'
    assert.equal(await figure(name, { route, status: '4xx', code: 'wrong-credentials' }), 1)
    assert.equal(await figure(name, { route, status: '2xx', code: 'none' }), 1)
    const text = await read()
    assert.match(text, /request_duration_seconds_count\{method="POST",route="\/api\/auth\/sso\/login"\} 2/)
    assert.doesNotMatch(text, /private|nobody-has/)
  })

  it('counts sign-ins, refreshes and handover codes by their result', async () => {
    const own = await openTestApp()
    const { accessToken, refreshToken: token } = await own.signIn()
    await own.call(refreshToken, { body: { refreshToken: token } })
    const { data } = await own.mint(accessToken)
    const redemption = { body: { code: data.code, platform: 'student' } } as const
    await own.call(exchangeCode, redemption, { client: 'student-client' })
    await own.call(exchangeCode, redemption, { client: 'student-client' })
    const name = 'foyer_security_events_total'
    for (const event of ['sign-in', 'code-minted', 'code-exchanged', 'code-replayed'])
      assert.equal(await figure(name, { event, platform: 'student' }, own), 1, event)
    assert.equal(await figure('foyer_refreshes_total', { result: 'refreshed' }, own), 1)
    assert.equal(
      await figure(name, { event: 'sign-in', platform: 'student' }),
      1,
      'two test apps count separately',
    )
    await own.close()
  })

  it('counts refused requests by the name of the limit', async () => {
    const look = { body: { userId: 'a@example.com', product: 'learning' } } as const
    const headers = { 'x-device-id': 'device-of-metrics' }
    for (let count = 0; count < 16; count += 1) await testApp.call(findUser, look, { headers })
    assert.equal(await figure('foyer_limit_refusals_total', { limit: 'users-fetch:device' }), 1)
    const { uuid } = await testApp.makeUser()
    const guess = { body: { uuid, password: 'wrong', product: 'learning' } } as const
    for (let count = 0; count < 6; count += 1) await testApp.call(login, guess)
    assert.equal(await figure('foyer_limit_refusals_total', { limit: 'guess' }), 1)
  })

  it('publishes readiness and the use of connections and hashing', { timeout: 120_000 }, async () => {
    assert.equal(await figure('foyer_ready'), 1)
    const narrow = await openTestApp({ poolSize: 1, healthMs: databaseBounds.healthMs })
    assert.equal(await figure('foyer_database_connections', {}, narrow), 1)
    await narrow.services.db.connection().execute(async () => {
      while ((await figure('foyer_ready', {}, narrow)) !== 0) await sleep(50)
      assert.equal(await figure('foyer_database_connections_idle', {}, narrow), 0)
    })
    await narrow.close()
    assert.equal(await figure('foyer_build_info', { ...buildInfo, node: process.version }), 1)
    assert.equal(await figure('foyer_hash_waiting'), 0)
  })

  it('publishes the state of the message queue, and NaN while the database is unreachable', async () => {
    const own = await openTestApp()
    await mailCode(own, (await own.makeUser()).uuid)
    assert.equal(await figure('foyer_messages_waiting', { channel: 'email' }, own), 1)
    assert.equal(await figure('foyer_messages_waiting', { channel: 'back-channel' }, own), 0)
    assert.equal(await figure('foyer_messages_dead', { channel: 'email' }, own), 0)
    assert.ok((await figure('foyer_messages_oldest_seconds', { channel: 'email' }, own)) > 0)
    await own.services.db.destroy()
    const text = await read(own)
    assert.match(text, /^foyer_messages_waiting{channel="email"} nan$/im)
    assert.match(text, /^foyer_ready 0$/m)
    await own.app.close()
  })

  it('counts the attempts to send a message', async () => {
    const report = reportDeliveries(testApp.app.log, testApp.services.metrics)
    const message = { channel: 'sms', template: 'otp-code', target: null, tries: 1 } as const
    report.tried({ ...message, id: 'one', result: 'again', fault: 'http-503 of somebody' })
    report.tried({ ...message, id: 'two', result: 'sent' })
    for (const result of ['again', 'sent'])
      assert.equal(await figure('foyer_message_tries_total', { channel: 'sms', result }), 1)
    assert.doesNotMatch(await read(), /somebody/)
  })

  it('serves no metrics on the public port', async () => {
    const answer = await testApp.app.inject('/metrics')
    assert.equal(answer.statusCode, 404)
    assert.doesNotMatch(answer.body, /foyer_/)
  })
})

describe('redemption alarm', () => {
  it('raises one alarm a minute when a platform keeps failing to redeem codes, wrong client secrets included', async () => {
    const { max } = redemptionFailuresUntilAlarm
    const wrongSecret = Buffer.from('school-client:wrong').toString('base64')
    const headers = { authorization: `Basic ${wrongSecret}` }
    const redemption = { body: { code: 'ac_made-up', platform: 'school' } } as const
    const alarms = () => lines.filter((line) => /keeps failing/.test(line)).map((line) => JSON.parse(line))
    for (let count = 1; count < max; count += 1)
      await testApp.call(exchangeCode, redemption, count % 2 ? { client: 'school-client' } : { headers })
    assert.deepEqual(alarms(), [])
    for (let count = 0; count < 5; count += 1)
      await testApp.call(exchangeCode, redemption, { client: 'school-client' })
    assert.equal(alarms().length, 1)
    assert.partialDeepStrictEqual(alarms()[0], { level: 40, client: 'school-client', failures: max })
    assert.equal(await figure('foyer_redemption_alarms_total', { client: 'school-client' }), 1)
    assert.equal(await figure('foyer_redemption_failures_total', { client: 'school-client' }), max + 4)
  })

  it('counts no failed redemption for an unregistered client', async () => {
    const unknownClient = Buffer.from('made-up-client:wrong').toString('base64')
    const headers = { authorization: `Basic ${unknownClient}` }
    await testApp.call(exchangeCode, { body: { code: 'ac_x', platform: 'school' } }, { headers })
    assert.doesNotMatch(await read(), /made-up-client/)
  })
})

describe('metrics listener', () => {
  it('answers only GET and HEAD of /metrics, and frees its port when closed', async () => {
    const { registry } = testApp.services.metrics
    const server = await openMetricsListener(registry, { host: '127.0.0.1', port: 0 })
    const { port } = server.address() as AddressInfo
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
    const answer = await ask('/metrics')
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    for (const name of [
      'foyer_build_info',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      assert.match(text, new RegExp(`^${name}`, 'm'))
    assert.deepEqual([(await ask('/metrics', 'HEAD')).status, (await ask('/metrics?a=b')).status], [200, 200])
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/', 'GET'],
      ['/health/ready', 'GET'],
      ['/metrics', 'POST'],
    ] as const) {
      const refused = await ask(path, method)
      assert.deepEqual([refused.status, await refused.text()], [404, ''], `${method} ${path}`)
    }
    await assert.rejects(openMetricsListener(registry, { host: '127.0.0.1', port }), (error) => {
      assert.ok(error instanceof StartError)
      assert.equal(error.message, `Port ${port} is taken: stop what listens there, or set METRICS_PORT.`)
      return true
    })
    await closeMetricsListener(server)
    await assert.rejects(ask('/metrics'))
  })

  it('closes the metrics listener while clients hold connections without a complete request', async () => {
    const server = await openMetricsListener(new Registry(), { host: '127.0.0.1', port: 0 })
    const { port } = server.address() as AddressInfo
    const held = [await openRaw(port), await openRaw(port, 'GET /metrics HTTP/1.1\r\n')]
    await closeMetricsListener(server)
    await Promise.all(held.map(({ closed }) => closed(30_000)))
  })

  it('keeps serving metrics after a client resets its CONNECT', async () => {
    const server = await openMetricsListener(new Registry(), { host: '127.0.0.1', port: 0 })
    const { port } = server.address() as AddressInfo
    const { socket, closed } = await openRaw(port, 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
    socket.resetAndDestroy()
    await closed(30_000)
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200)
    await closeMetricsListener(server)
  })
})
