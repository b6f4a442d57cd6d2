/** Tests on real sockets how long an upload may take, with shortened time limits (N-149). */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineRoute } from '@foyer/contract/routes/route'
import * as v from 'valibot'
import { openRaw, statusesIn } from '../../../testing/raw-socket.ts'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type Form, uploadForm } from '../../../testing/upload-form.ts'
import { uploadBytesPerSecond } from '../../limits/connection-bounds.ts'
import { openTestServe } from '../test-serve.ts'

const maxBytes = 100_000
const upload = defineRoute({
  method: 'POST',
  path: '/api/test/files',
  summary: 'Upload',
  access: 'bearer',
  upload: { maxBytes, types: ['application/pdf'] },
  result: v.number(),
  errors: [],
})

const bodyMs = 600
const limitMs = 10_000
/** An upload at the minimum speed sends this many bytes in each step. */
const stepMs = 50
const leastBytes = (uploadBytesPerSecond * stepMs) / 1_000

/** Sends in each step the minimum of a whole check period, because steps may take longer than planned. */
const steadyBytes = (bodyMs / stepMs) * leastBytes

type Service = { testApp: TestApp; port: number; token: string }
let service: Service
let sentBytes = 0
before(async () => {
  service = await open(30_000)
})
after(() => service.testApp.close())

/** `requestMs` is the time limit of a whole request. */
async function open(requestMs: number): Promise<Service> {
  const testApp = await openTestApp({ bounds: { bodyMs, headersMs: 600, requestMs, checkMs: 100 } })
  openTestServe(testApp)(upload, async ({ file }) => {
    sentBytes = file.bytes.length
    return sentBytes
  })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  return { testApp, port, token: (await testApp.signIn()).accessToken }
}

type Sent = { to?: Service; authorization?: string }

/** Sends the headers, then `bytes` of the body in every step; returns the statuses that the service answers. */
async function send(
  { headers, payload }: Form,
  bytes: number,
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
  const connection = await openRaw(to.port, `${head.join('\r\n')}\r\n\r\n`)
  let sent = 0
  while (sent < payload.length && connection.socket.writable) {
    connection.socket.write(payload.subarray(sent, sent + bytes))
    sent += bytes
    await sleep(stepMs)
  }
  await connection.closed(limitMs)
  return { statuses: statusesIn(connection.received()), sent }
}

describe('slow uploads', { concurrency: true }, () => {
  it('takes an upload that is slow but steady, although JSON would have been cut', async () => {
    const bytes = Buffer.alloc(((2 * bodyMs) / stepMs) * steadyBytes)
    const { statuses } = await send(uploadForm({ bytes }), steadyBytes)
    assert.deepEqual(statuses, [200])
    assert.equal(sentBytes, bytes.length)
  })

  it('cuts an upload that arrives in drips', async () => {
    const { statuses, sent } = await send(uploadForm({ bytes: Buffer.alloc(maxBytes) }), 20)
    assert.deepEqual(statuses, [])
    assert.ok(sent < maxBytes)
  })

  it('cuts an upload that takes longer than any request may', async () => {
    const hasty = await open(700)
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const { statuses, sent } = await send(form, steadyBytes, { to: hasty })
    await hasty.testApp.close()
    assert.ok(
      statuses.every((status) => status === 408),
      `${statuses}`,
    )
    assert.ok(sent < maxBytes)
  })

  it('takes a refused upload in to its end, so that its sender reads the refusal', async () => {
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const { statuses, sent } = await send(form, maxBytes / 10, { authorization: 'Bearer a.b.c' })
    assert.deepEqual(statuses, [401])
    assert.ok(sent >= form.payload.length)
    const large = uploadForm({ bytes: Buffer.alloc(maxBytes + 20_000) })
    assert.deepEqual((await send(large, maxBytes / 10)).statuses, [413])
  })
})
