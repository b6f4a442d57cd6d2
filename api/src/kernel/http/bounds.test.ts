/** Tests the limits of connections and requests on real sockets, with shortened times (N-105). */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { paramMaxLength } from '@foyer/contract/shared-values'
import { openRaw, type RawConnection, statusesIn } from '../../testing/raw-socket.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { readConfig } from '../config/config.ts'
import {
  allFaultsMaxValues,
  bodyMaxBytes,
  bodyMaxValues,
  bodyWaitMs,
  connectionBounds,
  headerMaxBytes,
} from '../limits/connection-bounds.ts'

/** Has the service's own time limits, because a busy machine is slow without a fault. */
let testApp: TestApp
let port: number
/** Cuts slow connections soon. */
let hasty: TestApp
let hastyPort: number
const bounds = { maxRequests: 5, keepAliveMs: 3_000 }
const hastyBounds = { headersMs: 600, checkMs: 100, bodyMs: 600, requestMs: 30_000, silentMs: 1_200 }
/** Shorter than the service's own time limits. */
const limitMs = 9_000

before(async () => {
  testApp = await openTestApp({ bounds })
  testApp.app.get('/api/probe/:name', async () => ({}))
  port = await listen(testApp)
  hasty = await openTestApp({ bounds: hastyBounds })
  hastyPort = await listen(hasty)
})
after(() => Promise.all([testApp.close(), hasty.close()]))

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const json = 'content-type: application/json\r\n'

function request(line: string, headers = '', body = ''): string {
  return `${line} HTTP/1.1\r\nhost: x\r\n${headers}\r\n${body}`
}

/** Sends `text` and returns the statuses that the service answers before it closes the connection. */
async function ask(text: string): Promise<{ statuses: number[]; connection: RawConnection }> {
  const connection = await openRaw(port, text)
  await connection.closed(limitMs)
  return { statuses: statusesIn(connection.received()), connection }
}

describe('connection bounds', () => {
  it('has the bounds on connections and bodies that the design names', () => {
    assert.deepEqual(connectionBounds, {
      headersMs: 10_000,
      checkMs: 2_000,
      requestMs: 60_000,
      keepAliveMs: 65_000,
      silentMs: 60_000,
      maxRequests: 1_000,
      refusedMs: 2_000,
      finishMs: 12_000,
    })
    assert.deepEqual(
      { bodyMaxBytes, bodyWaitMs, headerMaxBytes, paramMaxLength },
      { bodyMaxBytes: 65_536, bodyWaitMs: 10_000, headerMaxBytes: 16_384, paramMaxLength: 256 },
    )
    const { queue, waitMs } = readConfig({}).hashing
    assert.deepEqual({ queue, waitMs }, { queue: 64, waitMs: 2_000 })
  })
})

describe('slow connections', { concurrency: true }, () => {
  const slow: Record<string, { first: string; drip?: string }> = {
    'a connection that sends nothing': { first: '' },
    'a request line that never ends': { first: 'GET / HT' },
    'headers that never end': { first: 'GET / HTTP/1.1\r\nhost: x\r\n', drip: 'a: b\r\n' },
    'a body that stops': { first: request('POST /api/auth/codes', `${json}content-length: 9\r\n`, '{"a"') },
    'a body that arrives byte by byte': {
      first: request('POST /api/auth/codes', `${json}content-length: 9000\r\n`, '{'),
      drip: ' ',
    },
    'chunks that arrive one by one': {
      first: request('POST /api/auth/codes', `${json}transfer-encoding: chunked\r\n`, '1\r\n{\r\n'),
      drip: '1\r\n \r\n',
    },
    'a slow body for an unknown path': {
      first: request('PUT /nothing', `${json}content-length: 9000\r\n`),
      drip: ' ',
    },
    'a slow form for a page': {
      first: request('POST /', 'content-type: text/plain\r\ncontent-length: 9000\r\n'),
      drip: ' ',
    },
    'a slow body with a GET': {
      first: request('GET /health/live', 'content-length: 9000\r\n'),
      drip: ' ',
    },
  }
  for (const [name, { first, drip }] of Object.entries(slow)) {
    it(`cuts ${name}`, async () => {
      const connection = await openRaw(hastyPort, first)
      const dripping = setInterval(() => drip && connection.socket.write(drip), 50)
      await connection.closed(limitMs).finally(() => clearInterval(dripping))
    })
  }

  it('cuts five hundred connections that send nothing', async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, () => openRaw(hastyPort)))
    await Promise.all(idle.map((connection) => connection.closed(limitMs)))
  })
})

describe('idle connections', () => {
  it('answers other clients while five hundred connections are idle', async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, () => openRaw(port)))
    for (let count = 0; count < 20; count += 1) {
      const { statuses } = await ask(request('GET /health/live', 'connection: close\r\n'))
      assert.deepEqual(statuses, [200])
    }
    for (const { socket } of idle) socket.destroy()
  })
})

describe('kept connections', { concurrency: true }, () => {
  it('serves several requests on a kept connection and closes it when it is idle', async () => {
    const { socket, received, closed } = await openRaw(port)
    for (let count = 1; count <= 3; count += 1) {
      socket.write(request('GET /health/live'))
      while (statusesIn(received()).length < count && !socket.closed) await sleep(5)
      assert.equal(statusesIn(received()).length, count)
    }
    const ms = await closed(limitMs)
    assert.ok(ms >= bounds.keepAliveMs, 'not at once')
  })

  it('closes a kept connection after its maximum of requests', async () => {
    const { statuses } = await ask(request('GET /health/live').repeat(bounds.maxRequests + 3))
    assert.equal(statuses.filter((status) => status === 200).length, bounds.maxRequests)
  })
})

describe('size limits', () => {
  it('answers 431 to headers or a URL that are too large', async () => {
    const much = {
      'two hundred headers': request(
        'GET /health/live',
        Array.from({ length: 200 }, (_, index) => `x-${index}: ${'a'.repeat(1_000)}\r\n`).join(''),
      ),
      'one header': request('GET /health/live', `x: ${'a'.repeat(65_536)}\r\n`),
      'an address of 1 MB': request(`GET /?${'a'.repeat(1_000_000)}`),
      'ten thousand parameters': request(`GET /?${'a=1&'.repeat(10_000)}`),
    }
    for (const [name, text] of Object.entries(much)) {
      const { statuses } = await ask(text)
      assert.deepEqual(statuses, [431], name)
    }
  })

  it('answers 400 to query parameters on a route that takes none, and ignores them on a page', async () => {
    const query = Array.from({ length: 2_000 }, (_, index) => `a${index}=1`).join('&')
    assert.equal((await testApp.app.inject(`/health/live?${query}`)).statusCode, 400)
    assert.equal((await testApp.app.inject(`/?platform=student&${query}`)).statusCode, 200)
  })

  it('answers 404 to a path segment that is too long', async () => {
    assert.equal((await testApp.app.inject(`/api/probe/${'a'.repeat(paramMaxLength)}`)).statusCode, 200)
    assert.equal((await testApp.app.inject(`/api/probe/${'a'.repeat(paramMaxLength + 1)}`)).statusCode, 404)
  })

  it('answers 413 to a body that is too large, without waiting for the rest', async () => {
    const body = (length: number) => `{"platform":"${'a'.repeat(length - 15)}"}`
    const headers = (length: number) => `${json}content-length: ${length}\r\n`
    const fits = bodyMaxBytes
    const closing = 'connection: close\r\n'
    const most = await ask(request('POST /api/auth/codes', closing + headers(fits), body(fits)))
    assert.deepEqual(most.statuses, [400])
    const more = await ask(request('POST /api/auth/codes', headers(fits + 1), body(fits + 1)))
    assert.deepEqual(more.statuses, [413])
    const endless = await openRaw(
      port,
      request('POST /api/auth/codes', `${json}transfer-encoding: chunked\r\n`),
    )
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
    for (let sent = 0; sent < 10_000_000 && endless.socket.writable; sent += chunk.length) {
      endless.socket.write(chunk)
      await sleep(0)
    }
    await endless.closed(limitMs)
    // The client may never receive the 413, because it still writes when the connection is cut.
    assert.ok(statusesIn(endless.received()).every((status) => status === 413))
    assert.ok(endless.socket.bytesWritten < 5_000_000, 'cut long before it was whole')
  })
})

describe('query parameters', () => {
  it('names one unknown query parameter of many, on routes with and without a query', async () => {
    const query = Array.from({ length: 2_000 }, (_, index) => `a${index}`).join('&')
    for (const path of ['/api/documents/feature-toggles', '/api/auth/captcha/challenge']) {
      const answer = await testApp.app.inject(`${path}?${query}`)
      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json().errors.field_errors, { a0: ['Unknown field'] })
    }
  })
})

describe('request bodies', () => {
  const good = '{"user_id":"a@example.com","product":"learning"}'
  const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/auth/users/fetch',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })

  it('refuses a compressed body', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '), { level: 9 })
    assert.ok(bomb.length < bodyMaxBytes)
    for (const encoding of ['gzip', 'br', 'deflate', 'identity']) {
      const { statusCode } = await send(bomb, { 'content-encoding': encoding })
      assert.ok([400, 415].includes(statusCode), `${encoding}: ${statusCode}`)
    }
    assert.equal((await send(good, { 'content-encoding': 'gzip' })).statusCode, 415)
  })

  it('refuses a body with a duplicate key, a byte order mark or a partial character', async () => {
    assert.equal((await send(good)).json().errors.code, 'user-not-found', 'the control is read')
    const twice = [
      '{"user_id":"b@example.com","user_id":"a@example.com","product":"learning"}',
      '{"user_id":"a@example.com","product":"learning","product":"learning"}',
      '{"user_id":"b@example.com","us\\u0065r_id":"a@example.com","product":"learning"}',
    ]
    for (const text of twice) assert.equal((await send(text)).json().errors.code, 'unreadable-request', text)
    assert.equal((await send(`\u{feff}${good}`)).json().errors.code, 'unreadable-request', 'byte order mark')
    const [start = '', end = ''] = good.split('a@')
    const broken = Buffer.concat([Buffer.from(start), Buffer.of(0xff), Buffer.from(`a@${end}`)])
    assert.equal((await send(broken)).json().errors.code, 'unreadable-request')
  })

  it('accepts colons and quotes in the values of a body', async () => {
    for (const value of ['\\"user_id\\":', '{}:[]', '\\\\', ':'])
      assert.notEqual(
        (await send(good.replace('a@', `${value}a@`))).json().errors.code,
        'unreadable-request',
        value,
      )
  })

  it('answers 413 to a body of more than 2,048 values before checking any', async () => {
    const sendEvents = (count: number) =>
      testApp.app.inject({
        method: 'POST',
        url: '/api/analytics/events',
        payload: { events: Array(count).fill(1) },
      })
    // The body, its list and every item of the list count as one value each.
    assert.equal((await sendEvents(bodyMaxValues - 2)).statusCode, 400)
    assert.equal((await sendEvents(bodyMaxValues - 1)).statusCode, 413)
  })

  it('reports all faults of a body, or only the first where it has more than 64 values', async () => {
    const faultsOf = async (count: number) => {
      const payload = { events: Array(count).fill({}) }
      const answer = await testApp.app.inject({ method: 'POST', url: '/api/analytics/events', payload })
      assert.equal(answer.statusCode, 400)
      return Object.keys(answer.json().errors.field_errors).length
    }
    const most = allFaultsMaxValues - 2
    assert.equal(await faultsOf(most), 3 * most)
    assert.equal(await faultsOf(most + 1), 1)
  })

  it('refuses a body of a hundred thousand nested lists', async () => {
    assert.equal((await send('['.repeat(100_000))).statusCode, 413)
  })
})
