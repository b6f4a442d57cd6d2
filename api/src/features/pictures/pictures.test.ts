/** Tests the picture route, and the deletion of unused pictures (N-125). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { giveFirstPicture, removePictures } from '../../identity/users/pictures.ts'
import { jobs } from '../../operator/jobs/jobs.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'

let testApp: TestApp

before(async () => {
  testApp = await openTestApp()
})

after(() => testApp.close())

const bytes = Buffer.from('the bytes of a picture')

/** Stores a picture; with `userId` it becomes that user's picture. */
async function store(userId?: string): Promise<string> {
  const { db, storage } = testApp.services
  const id = randomUUID()
  await sql`insert into pictures (id) values (${id})`.execute(db)
  await storage.put({ area: 'pictures', id, ending: 'webp' }, bytes)
  if (userId) {
    await sql`insert into identities (provider, subject, user_id) values ('google', ${id}, ${userId})`.execute(
      db,
    )
    assert.equal(await giveFirstPicture(db, { id, userId, provider: 'google' }), true)
  }
  return id
}

const get = (id: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url: `/api/pictures/${id}`, headers })

async function runJob(): Promise<number | undefined> {
  return jobs.find(({ name }) => name === 'pictures')?.doBatch(testApp.services)
}

const makeOlder = () =>
  sql`update pictures set created_at = created_at - interval '25 hours'`.execute(testApp.services.db)

describe('route of pictures', () => {
  it('answers a picture that browsers keep for a year and never run', async () => {
    const id = await store()
    const answer = await get(id)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.rawPayload, bytes)
    const { headers } = answer
    assert.deepEqual(
      ['content-type', 'content-length', 'cache-control', 'x-content-type-options'].map(
        (name) => headers[name],
      ),
      ['image/webp', String(bytes.length), 'public, max-age=31536000, immutable', 'nosniff'],
    )
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    const head = await get(id, {}, 'HEAD')
    assert.deepEqual(
      [head.statusCode, head.body, head.headers['content-length']],
      [200, '', String(bytes.length)],
    )
    const known = await get(id, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', headers.etag])
  })

  it('answers 404 with an empty body for every id that is no picture', async () => {
    for (const id of [
      randomUUID(),
      'x',
      '..%2F..%2Fsecret',
      `${randomUUID()}.webp`,
      (await store()).toUpperCase(),
    ]) {
      const answer = await get(id)
      assert.deepEqual([answer.statusCode, answer.body], [404, ''], id)
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
  })

  it('refuses a network that asks for too many pictures', async () => {
    const strict = await openTestApp({ config: { limitsFactor: 1 / 1_200 } })
    const ask = () => strict.app.inject(`/api/pictures/${randomUUID()}`)
    assert.equal((await ask()).statusCode, 404)
    const refused = await ask()
    assert.deepEqual([refused.statusCode, refused.json().errors.code], [429, 'too-many-attempts'])
    await strict.close()
  })
})

describe('pictures that nobody uses', () => {
  it('deletes the picture of a user with the user', async () => {
    const { uuid } = await testApp.makeUser()
    const id = await store(uuid)
    await deleteUser(testApp.services, uuid)
    assert.equal((await get(id)).statusCode, 404)
  })

  it('deletes pictures that nobody uses after a day, and no other', async () => {
    const { uuid } = await testApp.makeUser()
    const other = await testApp.makeUser()
    const used = await store(uuid)
    const left = await store(other.uuid)
    await removePictures(testApp.services.db, other.uuid)
    const lost = await store()
    await runJob()
    assert.equal((await get(left)).statusCode, 200)
    await makeOlder()
    assert.ok(Number(await runJob()) >= 2)
    assert.deepEqual([(await get(used)).statusCode, (await get(left)).statusCode], [200, 404])
    const { rows } = await sql<{ id: string }>`
      select id from pictures where id in (${used}, ${left}, ${lost})`.execute(testApp.services.db)
    assert.deepEqual(
      rows.map(({ id }) => id),
      [used],
    )
    assert.equal(await runJob(), 0)
  })
})
