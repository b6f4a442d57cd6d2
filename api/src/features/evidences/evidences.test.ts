/** Tests the evidences of both sections that allow them, through the routes of the service (N-127, N-129). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  evidenceRoutes,
  evidenceSections,
  evidencesMax,
  evidencesOfUserMax,
} from '@foyer/contract/profile/evidences'
import { sql } from 'kysely'
import sharp from 'sharp'
import { Failure } from '../../kernel/failure.ts'
import { falsePictures, foreignFiles, pdf, photo, scriptPdf } from '../../kernel/uploads/test-files.ts'
import { jobs } from '../../operator/jobs/jobs.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'

let testApp: TestApp
let jpg: Buffer
let token: string
let userId: string
let strangersToken: string

before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  jpg = await photo(3_000, 1_000).jpeg().toBuffer()
  const { accessToken, user } = await testApp.signIn()
  token = accessToken
  userId = user.uuid
  strangersToken = (await testApp.signIn()).accessToken
})
after(() => testApp.close())

async function addEntry(section: string, owner = userId): Promise<string> {
  const id = randomUUID()
  await sql`insert into profile_items (id, user_id, section, position, data)
    values (${id}, ${owner}, ${section}, 1, '{}')`.execute(testApp.services.db)
  return id
}

const routes = evidenceRoutes.qualifications
const upload = (id: string, file: Buffer, more = {}, route = routes.add) =>
  testApp.call(route, { params: { id } }, { token, file, ...more })
const list = async (id: string, query = {}) =>
  (await testApp.call(routes.list, { params: { id }, query }, { token })).data.items
const load = (id: string, evidenceId: string, as = token) =>
  testApp.app.inject({
    url: `/api/profile/qualifications/${id}/evidences/${evidenceId}`,
    headers: { authorization: `Bearer ${as}` },
  })
const countRows = async () => (await sql`select from evidences`.execute(testApp.services.db)).rows.length

async function runJob(): Promise<number | undefined> {
  const { db } = testApp.services
  await sql`update evidences set created_at = created_at - interval '25 hours'`.execute(db)
  return jobs.find(({ name }) => name === 'evidences')?.doBatch(testApp.services)
}

for (const section of evidenceSections) {
  describe(`evidences of ${section}`, () => {
    const { list, add, download, remove } = evidenceRoutes[section]

    it('stores a picture anew and a PDF as it is, lists both, and gives them to their owner as downloads', async () => {
      const id = await addEntry(section)
      const whole = scriptPdf
      const picture = (await upload(id, jpg, {}, add as typeof routes.add)).data
      const { data: document, status } = await upload(id, whole, {}, add as typeof routes.add)
      assert.equal(status, 200)
      assert.deepEqual(
        [picture.type, document.type, document.size],
        ['image/webp', 'application/pdf', whole.length],
      )
      const listed = await testApp.call(list, { params: { id } }, { token })
      assert.deepEqual(listed.data, { items: [picture, document], page: -1, pageSize: 2, total: 2 })
      const answers = [picture, document].map(({ id: evidenceId }) =>
        testApp.app.inject({
          url: download.path.replace(':id', id).replace(':evidenceId', evidenceId),
          headers: { authorization: `Bearer ${token}` },
        }),
      )
      const [shown, saved] = await Promise.all(answers)
      const { width, height, exif } = await sharp(shown?.rawPayload).metadata()
      assert.deepEqual([width, height, exif], [2_000, 667, undefined])
      assert.ok(saved?.rawPayload.equals(whole))
      assert.match(
        String(saved?.headers['content-disposition']),
        /^attachment; filename="evidence-[0-9a-f]{8}\.pdf"/,
      )
      assert.deepEqual(
        ['cache-control', 'x-content-type-options', 'content-security-policy'].map(
          (name) => saved?.headers[name],
        ),
        ['no-store', 'nosniff', "sandbox; default-src 'none'; frame-ancestors 'none'"],
      )
      const given = { params: { id, evidenceId: picture.id } }
      assert.equal((await testApp.call(remove, given, { token })).status, 204)
      assert.equal((await testApp.call(remove, given, { token })).status, 404)
      assert.deepEqual((await testApp.call(list, { params: { id } }, { token })).data.items, [document])
    })
  })
}

describe('evidences', () => {
  it('answers page by page, and an entry without evidences with an empty list', async () => {
    const id = await addEntry('qualifications')
    assert.deepEqual(await list(id), [])
    for (let count = 0; count < 3; count += 1) await upload(id, pdf())
    const all = await list(id)
    assert.deepEqual(await list(id, { page: '2', pageSize: '2' }), all.slice(2))
    assert.deepEqual(await list(id, { page: '3', pageSize: '2' }), [])
  })

  it('answers the evidences of another user, entry or section like unknown ones', async () => {
    const id = await addEntry('qualifications')
    const other = await addEntry('qualifications')
    const evidenceId = (await upload(id, pdf())).data.id
    const certification = await addEntry('certifications')
    for (const answer of [
      await load(id, evidenceId, strangersToken),
      await load(other, evidenceId),
      await load(certification, evidenceId),
      await load(id, randomUUID()),
    ])
      assert.deepEqual([answer.statusCode, answer.payload], [404, ''])
    for (const place of [certification, randomUUID()]) {
      assert.equal((await upload(place, pdf())).code, 'not-found')
      assert.equal((await testApp.call(routes.list, { params: { id: place } }, { token })).status, 404)
    }
    const asStranger = { token: strangersToken }
    const given = { params: { id, evidenceId } }
    assert.equal((await testApp.call(routes.remove, given, asStranger)).status, 404)
    assert.equal((await testApp.call(routes.list, { params: { id } }, asStranger)).status, 404)
    assert.equal((await upload(id, pdf(), asStranger)).status, 404)
    assert.equal((await load(id, evidenceId)).statusCode, 200)
  })

  it('stores nothing of a file that lies about its type or is broken', async () => {
    const id = await addEntry('qualifications')
    const before = await countRows()
    const hostile = { ...foreignFiles, ...falsePictures }
    for (const [name, bytes] of Object.entries(hostile)) {
      const answer = await upload(id, bytes)
      assert.equal(answer.status, 400, name)
      assert.ok(['file-type', 'file-unreadable'].includes(answer.code ?? ''), name)
      assert.equal(answer.fields.file?.length, 1, name)
    }
    assert.equal(await countRows(), before)
    assert.deepEqual(await list(id), [])
  })

  it('takes ten evidences an entry, also when more arrive at once', async () => {
    const id = await addEntry('qualifications')
    const answers = await Promise.all(Array.from({ length: evidencesMax + 4 }, () => upload(id, pdf())))
    assert.equal(answers.filter(({ status }) => status === 200).length, evidencesMax)
    assert.equal((await list(id)).length, evidencesMax)
    assert.equal((await upload(id, pdf())).code, 'list-full')
  })

  it('takes no more evidences of a user than the limit, whatever their entries', async () => {
    const { accessToken, user } = await testApp.signIn()
    const asOther = async () =>
      upload(await addEntry('qualifications', user.uuid), pdf(), { token: accessToken })
    await sql`insert into evidences (id, user_id, ending, size)
      select gen_random_uuid(), ${user.uuid}, 'pdf', 1 from generate_series(2, ${evidencesOfUserMax})`.execute(
      testApp.services.db,
    )
    assert.equal((await asOther()).status, 200)
    assert.equal((await asOther()).code, 'list-full')
    assert.equal((await upload(await addEntry('qualifications'), pdf())).status, 200)
    await sql`delete from evidences where user_id = ${user.uuid}`.execute(testApp.services.db)
  })

  it('adds one evidence when an upload is sent again with its key', async () => {
    const id = await addEntry('qualifications')
    const headers = { 'idempotency-key': randomUUID() }
    const first = await upload(id, pdf(), { headers })
    const again = await upload(id, pdf(), { headers })
    assert.deepEqual([again.status, again.data], [200, first.data])
    const other = await upload(id, pdf('4 0 obj\nnull\nendobj\n'), { headers })
    assert.equal(other.code, 'idempotency-key-reused')
    assert.equal((await list(id)).length, 1)
  })

  it('deletes the files of an entry that is gone, and of a deleted user', async () => {
    const { db, storage } = testApp.services
    const id = await addEntry('qualifications')
    const evidence = (await upload(id, pdf())).data
    const key = { area: 'evidences', id: evidence.id, ending: 'pdf' } as const
    await sql`delete from profile_items where id = ${id}`.execute(db)
    assert.equal((await load(id, evidence.id)).statusCode, 404)
    assert.equal(await runJob(), 1)
    assert.equal(await storage.get(key), null)
    const leaving = await testApp.signIn()
    const entry = await addEntry('qualifications', leaving.user.uuid)
    const kept = (await upload(entry, pdf(), { token: leaving.accessToken })).data
    await deleteUser(testApp.services, leaving.user.uuid)
    assert.equal(await storage.get({ ...key, id: kept.id }), null)
    const { rows } = await sql`select from evidences where id = ${kept.id}`.execute(db)
    assert.equal(rows.length, 0)
  })

  it('answers 507 with a sentence while the storage is full, keeps nothing, and takes files again afterwards', async () => {
    const id = await addEntry('qualifications')
    const before = await countRows()
    const { storage } = testApp.services
    const { put } = storage
    storage.put = async () => {
      throw new Failure('storage-full')
    }
    const answer = await upload(id, pdf())
    storage.put = put
    assert.deepEqual(
      [answer.status, answer.code, answer.message],
      [507, 'storage-full', 'There is no room for more files at the moment. Please try again later.'],
    )
    assert.equal(await countRows(), before)
    assert.equal((await upload(id, pdf())).status, 200)
  })

  it('keeps nothing of an upload whose session ends meanwhile', async () => {
    const leaving = await testApp.signIn()
    const id = await addEntry('qualifications', leaving.user.uuid)
    const before = await countRows()
    const { storage, db } = testApp.services
    const { put } = storage
    storage.put = async (...given) => {
      await sql`update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = ${leaving.user.uuid}`.execute(
        db,
      )
      return put.apply(storage, given)
    }
    const answer = await upload(id, pdf(), { token: leaving.accessToken })
    storage.put = put
    assert.equal(answer.code, 'session-ended')
    assert.equal(await countRows(), before)
  })
})
