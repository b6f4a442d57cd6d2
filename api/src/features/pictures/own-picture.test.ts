/** Tests the upload and the removal of the user's own picture (N-94, N-127). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getOwnPicture, putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import sharp from 'sharp'
import { lacksPicture } from '../../identity/users/pictures.ts'
import type { StorageKey } from '../../kernel/storage/storage.ts'
import { falsePictures, foreignFiles, pdf, photo } from '../../kernel/uploads/test-files.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let jpg: Buffer

before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  jpg = await photo(640, 480).jpeg().toBuffer()
})
after(() => testApp.close())

const put = (token: string, file: Buffer) => testApp.call(putOwnPicture, {}, { token, file })
const remove = (token: string) => testApp.call(removeOwnPicture, {}, { token })
const own = async (token: string) => (await testApp.call(getOwnPicture, {}, { token })).data.picture
const load = (path: string) => testApp.app.inject(path)

describe('own picture', () => {
  it('stores an uploaded picture as a square without metadata, and shows it in the look-up', async () => {
    const { accessToken, user } = await testApp.signIn()
    const { status, data } = await put(accessToken, jpg)
    assert.equal(status, 200)
    assert.equal(await own(accessToken), data.picture)
    const { statusCode, rawPayload, headers } = await load(data.picture)
    const { width, height, exif } = await sharp(rawPayload).metadata()
    assert.deepEqual([statusCode, headers['content-type'], width, height], [200, 'image/webp', 256, 256])
    assert.equal(exif, undefined)
    const looked = await testApp.call(findUser, { body: { userId: user.email ?? '', product: 'learning' } })
    assert.equal(looked.data.profile.picture, data.picture)
  })

  it('deletes the picture before, whether it is replaced or removed, also when there is none', async () => {
    const { accessToken } = await testApp.signIn()
    const first = (await put(accessToken, jpg)).data.picture
    const second = (await put(accessToken, jpg)).data.picture
    assert.equal((await load(first)).statusCode, 404)
    for (let count = 0; count < 2; count += 1) assert.equal((await remove(accessToken)).status, 204)
    assert.equal(await own(accessToken), null)
    assert.equal((await load(second)).statusCode, 404)
    const rows = await sql`select from pictures`.execute(testApp.services.db)
    const used = await sql`select from users where picture_url is not null`.execute(testApp.services.db)
    assert.equal(rows.rows.length, used.rows.length)
  })

  it('lets no picture of a provider replace one that the user removed', async () => {
    const { accessToken, user } = await testApp.signIn()
    const { db } = testApp.services
    assert.equal(await lacksPicture(db, user.uuid), true)
    await remove(accessToken)
    assert.equal(await lacksPicture(db, user.uuid), false)
    await put(accessToken, jpg)
    await remove(accessToken)
    assert.equal(await lacksPicture(db, user.uuid), false)
  })

  it('keeps one picture of ten that are uploaded at once', async () => {
    const { accessToken, user } = await testApp.signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(accessToken, jpg)))
    for (const { status } of answers) assert.ok(status === 200 || status === 429, String(status))
    const rows = await sql`select from pictures where user_id = ${user.uuid}`.execute(testApp.services.db)
    assert.equal(rows.rows.length, 1)
    assert.equal((await load((await own(accessToken)) ?? '')).statusCode, 200)
  })

  it('keeps nothing of an upload whose session ends meanwhile', async () => {
    const { accessToken, user } = await testApp.signIn()
    const { storage, db } = testApp.services
    const countRows = async () => (await sql`select from pictures`.execute(db)).rows.length
    const before = await countRows()
    const { put: store } = storage
    let key: StorageKey | undefined
    storage.put = async (...given) => {
      ;[key] = given
      await sql`update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = ${user.uuid}`.execute(
        db,
      )
      return store.apply(storage, given)
    }
    const answer = await put(accessToken, jpg)
    storage.put = store
    assert.equal(answer.code, 'session-ended')
    assert.equal(key && (await storage.get(key)), null)
    assert.equal(await countRows(), before)
  })

  it('refuses files that are no picture with a sentence at the field, and keeps the picture', async () => {
    const { accessToken } = await testApp.signIn()
    const { picture } = (await put(accessToken, jpg)).data
    for (const [name, bytes] of Object.entries({ ...foreignFiles, ...falsePictures, 'a PDF': pdf() })) {
      const answer = await put(accessToken, bytes)
      assert.equal(answer.status, 400, name)
      assert.equal(answer.fields.file?.length, 1, name)
    }
    const large = await put(accessToken, Buffer.concat([jpg, Buffer.alloc(5_242_880)]))
    assert.deepEqual([large.status, large.code], [413, 'too-large'])
    assert.equal(await own(accessToken), picture)
  })
})
