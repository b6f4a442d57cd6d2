/** Tests on real sockets how long an upload may take; the test moves the clock and runs the checks (N-149). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, describe, it, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineRoute } from '@foyer/contract/routes/route'
import * as v from 'valibot'
import { openRaw, statusesIn } from '../../../testing/raw-socket.ts'
import { skipTime } from '../../../testing/skip-time.ts'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type Form, uploadForm } from '../../../testing/upload-form.ts'
import { bodyWaitMs, uploadBytesPerSecond } from '../../limits/connection-bounds.ts'
import { openTestServe } from '../test-serve.ts'

const maxBytes = 500_000
const upload = defineRoute({
  method: 'POST',
  path: '/api/test/files',
  summary: 'Upload',
  access: 'bearer',
  upload: { maxBytes, types: ['application/pdf'] },
  result: v.number(),
  errors: [],
})

/** Bounds a wait for the end of a connection. */
const limitMs = 60_000
/** An upload at the minimum speed sends this many bytes between two checks. */
const leastBytes = (uploadBytesPerSecond * bodyWaitMs) / 1_000

type Service = { testApp: TestApp; port: number; token: string; arrived: PromiseWithResolvers<void> }
let service: Service
before(async () => {
  // The check of slow bodies is the only interval of the service; it runs when a test moves the clock.
  mock.timers.enable({ apis: ['setInterval'] })
  service = await open({})
})
after(async () => {
  await service.testApp.close()
  mock.timers.reset()
})

async function open(bounds: { headersMs?: number; requestMs?: number; checkMs?: number }): Promise<Service> {
  const testApp = await openTestApp({ bounds })
  openTestServe(testApp)(upload, async ({ file }) => file.bytes.length)
  const opened = { testApp, port: 0, token: '', arrived: Promise.withResolvers<void>() }
  // Runs after the hook that begins to measure the upload.
  testApp.app.addHook('onRequest', (_request, _reply, done) => {
    opened.arrived.resolve()
    done()
  })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  opened.port = (testApp.app.server.address() as AddressInfo).port
  opened.token = (await testApp.signIn()).accessToken
  return opened
}

type Sent = { to?: Service; authorization?: string }

/** Opens a connection and sends the headers. */
async function begin(
  { headers, payload }: Form,
  { to = service, authorization = `Bearer ${to.token}` }: Sent = {},
) {
  const head = [
    'POST /api/test/files HTTP/1.1',
    'host: x',
    'connection: close',
    `content-type: ${headers['content-type']}`,
    `content-length: ${payload.length}`,
    `authorization: ${authorization}`,
  ]
  to.arrived = Promise.withResolvers<void>()
  const accepted = once(to.testApp.app.server, 'connection')
  const connection = await openRaw(to.port)
  const [serverSide] = (await accepted) as [Socket]
  connection.socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return { ...connection, serverSide, statuses: () => statusesIn(connection.received()) }
}

/** Sends `bytes` of the payload before each check, until the connection ends. */
async function sendBetweenChecks(form: Form, bytes: number) {
  const { socket, serverSide, closed, statuses } = await begin(form)
  await service.arrived.promise
  const { bytesRead } = serverSide
  let sent = 0
  while (sent < form.payload.length && !serverSide.destroyed) {
    socket.write(form.payload.subarray(sent, sent + bytes))
    sent = Math.min(sent + bytes, form.payload.length)
    while (serverSide.bytesRead < bytesRead + sent) await nextTurn()
    skipTime(bodyWaitMs)
    mock.timers.tick(1_000)
  }
  await closed(limitMs)
  return { sent, statuses: statuses() }
}

describe('slow uploads', () => {
  it('takes an upload that is slow but steady, although JSON would have been cut', async () => {
    const form = uploadForm({ bytes: Buffer.alloc(5 * leastBytes) })
    assert.deepEqual((await sendBetweenChecks(form, leastBytes)).statuses, [200])
  })

  it('cuts an upload that arrives in drips', async () => {
    const form = uploadForm({ bytes: Buffer.alloc(5 * leastBytes) })
    assert.deepEqual(await sendBetweenChecks(form, leastBytes - 1), { sent: leastBytes - 1, statuses: [] })
  })

  it('cuts an upload that takes longer than any request may', async () => {
    const hasty = await open({ headersMs: 600, requestMs: 700, checkMs: 100 })
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const { socket, closed, statuses } = await begin(form, { to: hasty })
    socket.write(form.payload.subarray(0, leastBytes))
    await closed(limitMs)
    await hasty.testApp.close()
    assert.ok(
      statuses().every((status) => status === 408),
      `${statuses()}`,
    )
  })

  it('takes a refused upload in to its end, so that its sender reads the refusal', async () => {
    const refused: [number, Form, Sent][] = [
      [401, uploadForm({ bytes: Buffer.alloc(maxBytes) }), { authorization: 'Bearer a.b.c' }],
      [413, uploadForm({ bytes: Buffer.alloc(maxBytes + 20_000) }), {}],
    ]
    for (const [status, { payload, headers }, sent] of refused) {
      const { socket, closed, statuses } = await begin({ payload, headers }, sent)
      let sentBytes = 0
      for (; sentBytes < payload.length && socket.writable; sentBytes += maxBytes / 10) {
        socket.write(payload.subarray(sentBytes, sentBytes + maxBytes / 10))
        await nextTurn()
      }
      await closed(limitMs)
      assert.deepEqual(statuses(), [status])
      assert.ok(sentBytes >= payload.length)
    }
  })
})
