/**
 * Tests uploads on a route made for this test: parsing, and the memory that a client can make the service use (N-149).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fields, text } from '@foyer/contract/fields'
import { defineRoute } from '@foyer/contract/routes/route'
import * as v from 'valibot'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { openTestServe } from '../test-serve.ts'

const maxBytes = 100_000
const upload = defineRoute({
  method: 'POST',
  path: '/api/test/files/:name',
  summary: 'Upload',
  access: 'bearer',
  params: fields({ name: text(20) }),
  upload: { maxBytes, types: ['application/pdf'] },
  result: fields({ text: v.string(), length: v.number() }),
  errors: [],
})

let testApp: TestApp
let token: string
let othersToken: string
let thirdToken: string
/** The handler waits for this promise, so that several uploads are in memory at the same time. */
let held: Promise<void> = Promise.resolve()
let heldCount = 0

before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  const serve = openTestServe(testApp, {
    uploadMemory: { maxBytes: 2 * maxBytes, userMaxBytes: maxBytes },
  })
  serve(upload, async ({ file, params: { name } }) => {
    heldCount += 1
    await held
    return { text: `${name} ${file.bytes.subarray(0, 10).toString('latin1')}`, length: file.bytes.length }
  })
  ;[token, othersToken, thirdToken] = [
    (await testApp.signIn()).accessToken,
    (await testApp.signIn()).accessToken,
    (await testApp.signIn()).accessToken,
  ]
})
after(() => testApp.close())

describe('uploads', () => {
  const send = (form: { headers?: Record<string, string>; payload?: Buffer | string }, as = token) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/test/files/a',
      ...form,
      headers: { ...form.headers, authorization: `Bearer ${as}` },
    })

  it('gives the handler the bytes of the file, up to the limit', async () => {
    const bytes = Buffer.alloc(maxBytes, 'a\r\n--')
    const { data } = await testApp.call(upload, { params: { name: 'a' } }, { token, file: bytes })
    assert.deepEqual(data, { text: `a ${bytes.subarray(0, 10).toString()}`, length: maxBytes })
    const large = await send(uploadForm({ bytes: Buffer.alloc(maxBytes + 1) }))
    assert.deepEqual([large.statusCode, large.json().errors.code], [413, 'too-large'])
    const endless = await send(uploadForm({ bytes: Buffer.alloc(10 * maxBytes) }))
    assert.equal(endless.statusCode, 413)
  })

  it('refuses every form but one with a single file named file', async () => {
    const good = uploadForm({ bytes: 'a' })
    const forms: Record<string, { headers: Record<string, string>; payload: Buffer | string }> = {
      'no part': uploadForm(),
      'an empty file': uploadForm({ bytes: '' }),
      'another name': uploadForm({ bytes: 'a', name: 'picture' }),
      'two files': uploadForm({ bytes: 'a' }, { bytes: 'b' }),
      'a field': uploadForm({ bytes: 'a', fileName: null, type: 'text/plain' }),
      'a file and a field': uploadForm({ bytes: 'a' }, { bytes: 'b', name: 'role', fileName: null }),
      'a form that stops': { ...good, payload: good.payload.subarray(0, -8) },
      'a form that stops in its headers': { ...good, payload: good.payload.subarray(0, 70) },
      'another boundary': { ...good, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      'no boundary': { ...good, headers: { 'content-type': 'multipart/form-data' } },
      'no content': { ...good, payload: '' },
    }
    for (const [name, form] of Object.entries(forms)) {
      const answer = await send(form)
      assert.equal(answer.statusCode, 400, name)
      assert.deepEqual(Object.keys(answer.json().errors.field_errors), ['file'], name)
    }
    assert.equal((await send(good)).statusCode, 200)
  })

  it('takes multipart for an upload alone, and no JSON for it', async () => {
    const good = uploadForm({ bytes: 'a' })
    const wrong: Record<string, { headers?: Record<string, string>; payload?: Buffer | string }> = {
      JSON: { headers: { 'content-type': 'application/json' }, payload: '{"file":"a"}' },
      text: { headers: { 'content-type': 'text/plain' }, payload: 'a' },
      compressed: { ...good, headers: { ...good.headers, 'content-encoding': 'gzip' } },
      nothing: {},
    }
    for (const [name, form] of Object.entries(wrong))
      assert.equal((await send(form)).json().errors.code, 'unsupported-media', name)
    const elsewhere = await testApp.app.inject({ method: 'POST', url: '/api/auth/codes', ...good })
    assert.equal(elsewhere.json().errors.code, 'unsupported-media')
  })

  it('asks who the caller is before it reads the file', async () => {
    assert.equal((await send(uploadForm({ bytes: Buffer.alloc(10 * maxBytes) }), 'a.b.c')).statusCode, 401)
  })

  it('answers 429 to a user whose uploads hold their share of the memory, and takes those of others', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    held = promise
    heldCount = 0
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const first = send(form)
    while (heldCount < 1) await new Promise(setImmediate)
    const second = await send(uploadForm({ bytes: 'a' }))
    assert.deepEqual([second.statusCode, second.headers['retry-after']], [429, '5'])
    const others = send(form, othersToken)
    while (heldCount < 2) await new Promise(setImmediate)
    letGo()
    for (const answer of await Promise.all([first, others])) assert.equal(answer.statusCode, 200)
    assert.equal((await send(form)).statusCode, 200, 'the memory is free again')
  })

  it('answers 503 to uploads that would hold more memory than all may together', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    held = promise
    heldCount = 0
    const form = uploadForm({ bytes: Buffer.alloc(maxBytes) })
    const both = [send(form), send(form, othersToken)]
    while (heldCount < 2) await new Promise(setImmediate)
    const third = await send(uploadForm({ bytes: 'a' }), thirdToken)
    assert.deepEqual([third.statusCode, third.headers['retry-after']], [503, '5'])
    letGo()
    for (const answer of await Promise.all(both)) assert.equal(answer.statusCode, 200)
    assert.equal((await send(form)).statusCode, 200, 'the memory is free again')
  })
})
