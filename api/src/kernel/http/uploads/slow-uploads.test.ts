/** Tests on real sockets how long an upload may take, with the long times shortened (N-149). */
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
  upload: { maxBytes, types: ['text/plain'] },
  result: v.number(),
  errors: [],
})

const bodyMs = 400
const limitMs = 10_000
/** In each step, an upload at the least speed brings this much. */
const stepMs = 50
const leastBytes = (uploadBytesPerSecond * stepMs) / 1_000

let testApp: TestApp
let port: number
let token: string
let sentBytes = 0
before(async () => {
  testApp = await openTestApp({ bounds: { bodyMs, headersMs: 3_000, requestMs: 3_000, checkMs: 100 } })
  openTestServe(testApp)(upload, async ({ file }) => {
    sentBytes = file.bytes.length
    return sentBytes
  })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  port = (testApp.app.server.address() as AddressInfo).port
  token = (await testApp.signIn()).accessToken
})
after(() => testApp.close())

/** Sends the headers and, every step, `bytes` of the body; returns the statuses that the connection gets. */
async function send({ headers, payload }: Form, bytes: number, authorization = `Bearer ${token}`) {
  const head = [
    'POST /api/test/files HTTP/1.1',
    'host: x',
    'connection: close',
    `content-type: ${headers['content-type']}`,
    `content-length: ${payload.length}`,
    `authorization: ${authorization}`,
  ]
  const connection = await openRaw(port, `${head.join('\r\n')}\r\n\r\n`)
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
    const steps = (3 * bodyMs) / stepMs
    const form = uploadForm({ bytes: Buffer.alloc(steps * 4 * leastBytes) })
    const { statuses } = await send(form, 4 * leastBytes)
    assert.deepEqual(statuses, [200])
    assert.equal(sentBytes, steps * 4 * leastBytes)
  })

  it('cuts an upload that arrives in drips', async () => {
    const { statuses, sent } = await send(uploadForm({ bytes: Buffer.alloc(maxBytes) }), 20)
    assert.deepEqual(statuses, [])
    assert.ok(sent < maxBytes)
  })

  it('cuts an upload that takes longer than any request may', async () => {
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const { statuses, sent } = await send(form, 2 * leastBytes)
    assert.ok(
      statuses.every((status) => status === 408),
      `${statuses}`,
    )
    assert.ok(sent < maxBytes)
  })

  it('takes a refused upload in to its end, so that its sender reads the refusal', async () => {
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const { statuses, sent } = await send(form, maxBytes / 10, 'Bearer a.b.c')
    assert.deepEqual(statuses, [401])
    assert.ok(sent >= form.payload.length)
    const large = uploadForm({ bytes: Buffer.alloc(maxBytes + 20_000) })
    assert.deepEqual((await send(large, maxBytes / 10)).statuses, [413])
  })
})
