/** Tests traces against a collector that speaks OTLP over HTTP, and that nothing is loaded without one (N-164). */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { login } from '@foyer/contract/routes/sign-in'
import { requestCode } from '../../features/otp/test-codes.ts'
import { until } from '../../messages/test-outbox.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { createKeyring } from '../keyring.ts'
import { pseudonymOf } from '../pseudonyms.ts'
import { startTracing } from './tracing.ts'

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean }
type Attributes = { key: string; value: Value }[]
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attributes
  events: { name: string; attributes: Attributes }[]
  links?: { traceId: string; spanId: string }[]
}
type Export = {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: Span[] }[] }[]
}

function factsOf(attributes: Attributes): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? value.boolValue)]),
  )
}

const bodies: string[] = []
/** The `traceparent` of each text message that the operator's own server was asked to send. */
const textTraces: unknown[] = []
let collector: Server
let texts: Server
let testApp: TestApp
let stopTracing: () => Promise<void>
let url = ''
before(async () => {
  collector = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  texts = createServer((request, response) => {
    textTraces.push(request.headers.traceparent)
    request.resume().on('end', () => response.writeHead(200).end())
  }).listen(0, '127.0.0.1')
  await Promise.all([once(collector, 'listening'), once(texts, 'listening')])
  const at = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  url = at(collector)
  testApp = await openTestApp({
    config: {
      captcha: 'off',
      trustedProxies: ['127.0.0.1'],
      delivery: { mail: null, sms: { kind: 'webhook', url: at(texts), key: Buffer.alloc(32, 'key') } },
    },
  })
})
after(async () => {
  await testApp.services.outbox.stop()
  await testApp.close()
  for (const server of [collector, texts]) {
    server.closeAllConnections()
    server.close()
  }
})

/** Records traces during `work`, and returns the spans that arrived. */
async function recorded(work: () => Promise<unknown>): Promise<Span[]> {
  bodies.length = 0
  stopTracing = await startTracing({ url, version: '1.2.3', build: 'abc' })
  await work().finally(() => stopTracing())
  return bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const headers = { 'x-forwarded-for': '198.51.100.77' }

describe('traces', { timeout: 120_000 }, () => {
  it('continue the trace of a trusted proxy through statements and hash queue', async () => {
    const { uuid, email } = await testApp.makeUser()
    const spans = await recorded(() =>
      testApp.call(
        login,
        { body: { uuid, password: rightPassword, product: 'learning' } },
        { headers: { ...headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` } },
      ),
    )
    const request = spans.find(({ name }) => name === 'POST /api/auth/sso/login')
    assert.ok(request)
    assert.deepEqual([request.traceId, request.parentSpanId], [traceId, '00f067aa0ba902b7'])
    const facts = factsOf(request.attributes)
    assert.equal(facts['http.response.status_code'], '200')
    assert.match(facts['foyer.request_id'] ?? '', /^[0-9a-f-]{36}$/)

    const ids = new Set(spans.map(({ spanId }) => spanId))
    assert.ok(spans.every((span) => span.traceId === traceId))
    assert.ok(spans.every((span) => span === request || ids.has(span.parentSpanId ?? '')))
    const statements = spans.filter(
      ({ attributes }) => factsOf(attributes)['db.system.name'] === 'postgresql',
    )
    assert.ok(statements.some(({ name }) => name === 'with' || name === 'insert'))
    const queue = spans.find(({ name }) => name === 'hash queue')
    const hash = spans.find(({ name }) => name === 'argon2id')
    assert.equal(hash?.parentSpanId, queue?.spanId)

    const event =
      request.events.find(({ name }) => name === 'security event') ??
      spans.flatMap(({ events }) => events).find(({ name }) => name === 'security event')
    const keyring = createKeyring([Buffer.from(testSecret)])
    assert.equal(factsOf(event?.attributes ?? []).user, pseudonymOf(keyring.mac, 'user', uuid))
    assert.match(factsOf(event?.attributes ?? []).network ?? '', /^[\w-]{12}$/)
    const sent = bodies.join('')
    for (const secret of [email, uuid, rightPassword, 'Asha', '198.51.100.77'])
      assert.ok(!sent.includes(secret), secret)
    const [{ resourceSpans } = { resourceSpans: [] }] = bodies.map((body) => JSON.parse(body) as Export)
    assert.deepEqual(factsOf(resourceSpans[0]?.resource.attributes ?? []), {
      'service.name': 'foyer',
      'service.version': '1.2.3',
      'foyer.build': 'abc',
    })
  })

  it('join a request to the delivery of its message, and show the call to the provider', async () => {
    const { uuid } = await testApp.makeUser({ phoneNumber: '+919876500199' })
    const { db, outbox } = testApp.services
    let sent = 0
    const spans = await recorded(async () => {
      outbox.start(db, {
        tried: () => {
          sent += 1
        },
        unreachable() {},
      })
      await requestCode(testApp, { medium: 'sms', purpose: 'login', user: uuid }, { headers })
      await until(() => sent === 1)
    })
    const queued = spans.flatMap(({ events }) => events).find(({ name }) => name === 'message queued')
    const delivery = spans.find(({ name }) => name === 'deliver sms')
    const facts = factsOf(delivery?.attributes ?? [])
    assert.equal(facts['foyer.message'], factsOf(queued?.attributes ?? [])['foyer.message'])
    assert.deepEqual([facts['foyer.template'], facts['foyer.result']], ['otp-code', 'sent'])
    const request = spans.find(({ events }) => events.some(({ name }) => name === 'message queued'))
    assert.notEqual(delivery?.traceId, request?.traceId, 'a delivery may follow hours later')
    const [link] = delivery?.links ?? []
    assert.deepEqual([link?.traceId, link?.spanId], [request?.traceId, request?.spanId])
    const call = spans.find(({ name }) => name === 'call POST')
    assert.deepEqual(textTraces, [`00-${call?.traceId}-${call?.spanId}-01`])
    assert.deepEqual([call?.traceId, call?.parentSpanId], [delivery?.traceId, delivery?.spanId])
    assert.ok(!bodies.join('').includes('9876500199'))
  })

  it('ignore a trace of anybody else, and record nothing that the proxy does not sample', async () => {
    const { uuid } = await testApp.makeUser()
    const call = (more: Record<string, string>) =>
      testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } }, { headers: more })
    assert.deepEqual(await recorded(() => call({ traceparent: `00-${traceId}-00f067aa0ba902b7-00` })), [])
    const malformed = await recorded(() => call({ traceparent: 'not a trace' }))
    assert.ok(malformed.length > 0)
    assert.ok(malformed.every((span) => span.traceId !== traceId))
  })

  it('do not fail a request or the stop while the collector is away', async () => {
    const { uuid } = await testApp.makeUser()
    const stop = await startTracing({ url: 'http://127.0.0.1:9', version: '1', build: 'abc' })
    const { status } = await testApp.call(login, {
      body: { uuid, password: rightPassword, product: 'learning' },
    })
    await stop()
    assert.equal(status, 200)
  })

  it('load no module of OpenTelemetry without a collector', async () => {
    const script = `
      import { registerHooks } from 'node:module'
      let loaded = 0
      registerHooks({ load(url, context, next) {
        // prom-client imports the interfaces of @opentelemetry/api, which do nothing by themselves.
        if (/\\/@opentelemetry\\/(?!api\\/)/.test(url)) loaded += 1
        return next(url, context)
      } })
      await import('./api/src/app.ts')
      await import('./api/src/services.ts')
      const { startTracing, traced } = await import('./api/src/kernel/tracing/tracing.ts')
      await startTracing(null)
      await traced('internal', 'nothing', () => ({}), async () => {})
      const without = loaded
      await startTracing({ url: 'http://127.0.0.1:9', version: '1', build: 'abc' })
      console.log(JSON.stringify({ without, isLoadedWith: loaded > 0 }))
      process.exit(0)`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: join(import.meta.dirname, '../../../..') },
    )
    assert.deepEqual(JSON.parse(stdout), { without: 0, isLoadedWith: true })
  })
})
