/** Tests an orderly stop: requests in progress finish, and idle connections delay nothing (N-99). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw, statusesIn } from '../../../testing/raw-socket.ts'
import { openTestApp } from '../../../testing/test-app.ts'

async function open(t: TestContext, bounds = {}) {
  const testApp = await openTestApp({ bounds })
  t.after(() => testApp.close())
  const arrived = Promise.withResolvers<void>()
  testApp.app.get('/api/slow', async () => {
    arrived.resolve()
    await sleep(500)
    return {}
  })
  testApp.app.get('/api/endless', () => {
    arrived.resolve()
    return new Promise(() => {})
  })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  return { app: testApp.app, port, arrived: arrived.promise }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

describe('closing connections', { timeout: 60_000 }, () => {
  it('closes without waiting for idle connections or those that a browser opened in advance', async (t) => {
    // The time to finish and the idle time are longer than the test may last.
    const { app, port } = await open(t, { finishMs: 600_000, keepAliveMs: 600_000 })
    const unused = await openRaw(port)
    const atRest = await openRaw(port, get('/health/live'))
    while (statusesIn(atRest.received()).length === 0) await sleep(5)
    await app.close()
    await Promise.all([unused.closed(10_000), atRest.closed(10_000)])
  })

  it('finishes requests in progress before it closes', async (t) => {
    const { app, port, arrived } = await open(t)
    const underWay = await openRaw(port, get('/api/slow'))
    await arrived
    await app.close()
    await underWay.closed(10_000)
    assert.deepEqual(statusesIn(underWay.received()), [200])
  })

  it('answers requests that had arrived before closing began', async (t) => {
    const { app, port } = await open(t)
    const accepted = once(app.server, 'connection')
    const fresh = await openRaw(port)
    await accepted
    // The request and the stop happen in the same tick, so the service has read nothing of the request yet.
    fresh.socket.write(get('/health/live'))
    await app.close()
    await fresh.closed(10_000)
    assert.deepEqual(statusesIn(fresh.received()), [200])
    assert.match(fresh.received(), /^connection: close\r$/im)
  })

  it('cuts a request that is not answered within the time to finish', async (t) => {
    const { app, port, arrived } = await open(t, { finishMs: 500 })
    const endless = await openRaw(port, get('/api/endless'))
    await arrived
    await app.close()
    await endless.closed(10_000)
    assert.deepEqual(statusesIn(endless.received()), [])
  })
})
