/** Tests that every upload route decides by the content of a file, not by its name or type (N-149). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FileType } from '@foyer/contract/file-types'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { pdf, photo } from '../../uploads/test-files.ts'
import { contentsOf, make, openActor, platformsOf, sendAs } from './test-actors.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const uploads = allRoutes.flatMap((route) => (route.upload ? [{ ...route, upload: route.upload }] : []))

describe('every upload', () => {
  it('refuses content of another type whatever it is called, too much of it and none, and stores nothing', async () => {
    for (const route of uploads) {
      const owner = await openActor(testApp, platformsOf(route)[0])
      const made = await make(route, owner)
      const lie = { fileName: 'me.png', type: 'image/png' }
      const wrong: Record<string, [number, Buffer | string]> = {
        'a page': [400, '<!doctype html><script>alert(1)</script>'],
        'a picture with a script': [400, '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
        'a program': [400, Buffer.from('7f454c4602010100', 'hex')],
        'the first bytes of a picture': [400, Buffer.from('89504e470d0a1a0a', 'hex')],
        'an animation': [400, Buffer.from('47494638396101000100800000', 'hex')],
        nothing: [400, ''],
        'too much': [413, Buffer.alloc(route.upload.maxBytes + 1)],
      }
      const before = await contentsOf(testApp)
      for (const [name, [status, bytes]] of Object.entries(wrong)) {
        const answer = await sendAs(owner, route, { ...made, form: uploadForm({ bytes, ...lie }) })
        assert.equal(answer.statusCode, status, `${route.path} ${name}: ${answer.body}`)
      }
      const asJson = await sendAs(owner, route, {
        ...made,
        form: { headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') },
      })
      assert.equal(asJson.statusCode, 415, route.path)
      assert.deepEqual(await contentsOf(testApp), before, route.path)
      const good = await sendAs(owner, route, made)
      assert.ok(good.statusCode < 300, `${route.path}: ${good.body}`)
    }
  })

  it('takes every type that its route declares and no other', async () => {
    const files = {
      'image/jpeg': await photo().jpeg().toBuffer(),
      'image/png': await photo().png().toBuffer(),
      'image/webp': await photo().webp().toBuffer(),
      'application/pdf': pdf(),
    } satisfies Record<FileType, Buffer>
    for (const route of uploads) {
      const owner = await openActor(testApp, platformsOf(route)[0])
      const made = await make(route, owner)
      for (const [type, bytes] of Object.entries(files)) {
        const answer = await sendAs(owner, route, { ...made, form: uploadForm({ bytes }) })
        const isTaken = (route.upload.types as readonly string[]).includes(type)
        if (!isTaken) assert.equal(answer.json().errors.code, 'file-type', `${route.path} ${type}`)
        else assert.ok(answer.statusCode < 300, `${route.path} ${type}: ${answer.body}`)
      }
    }
  })

  it('keeps nothing of a file that the storage does not store', async () => {
    const { storage } = testApp.services
    const { put } = storage
    for (const route of uploads) {
      const owner = await openActor(testApp, platformsOf(route)[0])
      const made = await make(route, owner)
      const before = await contentsOf(testApp)
      storage.put = async () => {
        throw new Error('The disk is broken')
      }
      const answer = await sendAs(owner, route, made)
      storage.put = put
      assert.equal(answer.statusCode, 500, route.path)
      assert.deepEqual(await contentsOf(testApp), before, route.path)
    }
  })
})
