/** Tests pipelined requests, sent before the answer to an earlier one, on real sockets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw, statusesIn } from '../../../testing/raw-socket.ts'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { waitingRequestsMax } from '../../limits/connection-bounds.ts'

let testApp: TestApp
let port: number
/** The names of the started requests, and the functions that answer them. */
const begun: string[] = []
const held = new Map<string, () => void>()

before(async () => {
  testApp = await openTestApp()
  testApp.app.get<{ Params: { name: string } }>('/api/held/:name', ({ params: { name } }) => {
    begun.push(name)
    return new Promise((resolve) => held.set(name, () => resolve({ name })))
  })
  testApp.app.post<{ Params: { name: string } }>('/api/read/:name', async ({ body }) => body)
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  port = (testApp.app.server.address() as AddressInfo).port
})
after(() => testApp.close())

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const closing = 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

describe('requests that are sent before the answer to an earlier one', { timeout: 120_000 }, () => {
  it('handles one request of a connection at a time, and answers all of them in their order', async () => {
    const names = ['a', 'b', 'c']
    const { received, closed } = await openRaw(
      port,
      names.map((name) => get(`/api/held/${name}`)).join('') + closing,
    )
    for (const [index, name] of names.entries()) {
      await until(() => held.has(name))
      assert.deepEqual(begun, names.slice(0, index + 1))
      held.get(name)?.()
    }
    await closed(30_000)
    assert.deepEqual(statusesIn(received()), [200, 200, 200, 200])
    assert.deepEqual(
      [...received().matchAll(/"name":"(\w)"/g)].map(([, name]) => name),
      names,
    )
  })

  it('leaves further requests unread while the first has no answer, and answers them later', async () => {
    const accepted = once(testApp.app.server, 'connection')
    const { socket, received, closed } = await openRaw(port, get('/api/held/unread'))
    const [serverSide] = (await accepted) as [Socket]
    await until(() => held.has('unread'))
    const large = `GET /health/live HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(8_000)}\r\n\r\n`
    const count = 800
    socket.write(large.repeat(count) + closing)
    await until(() => serverSide.isPaused())
    assert.ok(serverSide.bytesRead < 200_000, `${serverSide.bytesRead} bytes were read`)
    held.get('unread')?.()
    await closed(20_000)
    assert.deepEqual(statusesIn(received()), Array(count + 2).fill(200))
  })

  it('reads the body of a request that waited', async () => {
    const { socket, received, closed } = await openRaw(port, get('/api/held/before'))
    await until(() => held.has('before'))
    const body = JSON.stringify({ text: 'x'.repeat(40_000) })
    const headers = `content-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n`
    socket.write(`POST /api/read/x HTTP/1.1\r\nhost: x\r\n${headers}\r\n${body.slice(0, 10)}`)
    await sleep(20)
    socket.write(body.slice(10))
    held.get('before')?.()
    await closed(30_000)
    assert.deepEqual(statusesIn(received()), [200, 200])
    assert.ok(received().endsWith(body))
  })

  it('handles no waiting request of a connection that is gone', async () => {
    const accepted = once(testApp.app.server, 'connection')
    await openRaw(port, get('/api/held/left') + get('/api/held/never'))
    const [serverSide] = (await accepted) as [Socket]
    await until(() => held.has('left'))
    serverSide.destroy()
    held.get('left')?.()
    const probe = await openRaw(port, closing)
    await probe.closed(30_000)
    assert.equal(begun.includes('never'), false)
  })

  it('closes a connection that brings another request while 2,000 of all connections wait', async () => {
    const flood = await Promise.all(
      [0, 1, 2, 3].map(async (index) => openRaw(port, get(`/api/held/f${index}`) + get('/').repeat(900))),
    )
    await Promise.any(flood.map(({ closed }) => closed(10_000)))
    assert.ok(waitingRequestsMax < 4 * 900)
    const probe = await openRaw(port, closing)
    await probe.closed(30_000)
    assert.deepEqual(statusesIn(probe.received()), [200], 'other clients are answered')
    for (const { socket } of flood) socket.destroy()
  })

  it('closes a connection whose client takes no answer', async () => {
    const hasty = await openTestApp({ bounds: { silentMs: 300 } })
    hasty.app.get('/api/large', async () => 'x'.repeat(20_000_000))
    await hasty.app.listen({ host: '127.0.0.1', port: 0 })
    const accepted = once(hasty.app.server, 'connection')
    const { socket } = await openRaw((hasty.app.server.address() as AddressInfo).port)
    socket.pause()
    socket.write(get('/api/large'))
    const [serverSide] = (await accepted) as [Socket]
    await once(serverSide, 'close')
    socket.destroy()
    await hasty.close()
  })
})
