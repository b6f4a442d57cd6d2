/**
 * Tests CONNECT, upgrades and malformed requests: none ends the process, keeps its connection open or delays a stop
 * (N-99).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openRaw, statusesIn } from '../../../testing/raw-socket.ts'
import { openTestApp } from '../../../testing/test-app.ts'

type Bounds = NonNullable<Parameters<typeof openTestApp>[0]>['bounds']
type Listening = Awaited<ReturnType<typeof open>>

async function open(bounds: Bounds = {}) {
  const testApp = await openTestApp({ bounds })
  testApp.app.get('/api/slow', async () => {
    await sleep(300)
    return {}
  })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  return { app: testApp.app, port, close: () => testApp.close() }
}

let usual: Listening
let hasty: Listening
before(async () => {
  usual = await open()
  hasty = await open({ refusedMs: 300 })
})
after(() => Promise.all([usual.close(), hasty.close()]))

const refused: Record<string, { text: string; status: number }> = {
  CONNECT: { text: 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', status: 405 },
  'an upgrade': {
    text: 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    status: 200,
  },
  'malformed input': { text: 'NONSENSE\r\n\r\n', status: 400 },
}

/** Opens a client that keeps its side open until the test closes it. */
async function openHalfOpen(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

function countConnections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** Waits until the service has this many open connections; the test's own timeout bounds the wait. */
async function connections(app: FastifyInstance, count: number): Promise<void> {
  while ((await countConnections(app)) !== count) await sleep(10)
}

async function answersHealth(port: number): Promise<void> {
  const probe = await openRaw(port, 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await probe.closed(30_000)
  assert.deepEqual(statusesIn(probe.received()), [200])
}

for (const [name, { text, status }] of Object.entries(refused)) {
  describe(`a connection that sends ${name}`, { timeout: 120_000 }, () => {
    it(`leaves the service running when ${name} is followed by a reset before the answer`, async () => {
      const { app, port } = usual
      for (let count = 0; count < 20; count += 1) {
        const { socket } = await openRaw(port, text)
        socket.resetAndDestroy()
      }
      await answersHealth(port)
      await connections(app, 0)
    })

    it(`leaves the service running when ${name} is followed by a reset after the answer`, async () => {
      const { app, port } = usual
      for (let count = 0; count < 20; count += 1) {
        const socket = await openHalfOpen(port, text)
        const [answer] = await once(socket, 'data')
        assert.deepEqual(statusesIn(String(answer)), [status])
        socket.resetAndDestroy()
      }
      await answersHealth(port)
      await connections(app, 0)
    })

    it(`closes three hundred connections that sent ${name} and whose clients hold them open`, async (t) => {
      const { app, port } = usual
      const held = await Promise.all(Array.from({ length: 300 }, () => openHalfOpen(port, text)))
      t.after(() => held.forEach((socket) => void socket.destroy()))
      await connections(app, 0)
      await answersHealth(port)
    })

    it(`closes a connection whose client keeps sending after ${name}`, async (t) => {
      const { app, port } = hasty
      const socket = await openHalfOpen(port, text)
      const dripping = setInterval(() => socket.writable && socket.write('x'.repeat(1_000)), 20)
      t.after(() => {
        clearInterval(dripping)
        socket.destroy()
      })
      await connections(app, 0)
    })

    it(`stops while clients hold connections open that sent ${name}`, async (t) => {
      const { port, close } = await open({ refusedMs: 600_000, finishMs: 600_000 })
      const held = await Promise.all(Array.from({ length: 3 }, () => openHalfOpen(port, text)))
      t.after(() => held.forEach((socket) => void socket.destroy()))
      await Promise.all(held.map((socket) => once(socket, 'data')))
      await close()
    })
  })
}

describe('refused request behind one in progress', { timeout: 120_000 }, () => {
  for (const name of ['CONNECT', 'malformed input']) {
    it(`sends no refusal that the client could take for the answer of an earlier request (${name})`, async () => {
      const { app, port } = usual
      const slow = 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n'
      const { received, closed } = await openRaw(port, slow + refused[name]?.text)
      await closed(30_000)
      assert.deepEqual(statusesIn(received()), [])
      // By now the slow handler has answered on the closed connection.
      await sleep(500)
      await answersHealth(port)
      await connections(app, 0)
    })
  }
})
