/** Tests the logos of schools: upload, replacement, removal, and refusals (N-90). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { School } from '@foyer/contract/schools/school-fields'
import { putSchoolLogo, removeSchoolLogo } from '@foyer/contract/schools/school-logos'
import { getSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { falsePictures, pdf, photo } from '../../kernel/uploads/test-files.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { makeSchool, placeIn, schoolDetails } from './test-schools.ts'

let testApp: TestApp
let png: Buffer
let owner: Session
let svp: Session
let school: School
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  png = await photo(900, 300).png().toBuffer()
  owner = await testApp.signIn('school')
  svp = await testApp.signIn('svp')
  school = await makeSchool(testApp, owner, schoolDetails(await placeIn(testApp, 'IN')))
})
after(() => testApp.close())

const put = ({ accessToken: token }: Session, file = png, { id = school.id, headers = {} } = {}) =>
  testApp.call(putSchoolLogo, { params: { id } }, { token, file, headers })
const remove = ({ accessToken: token }: Session, id = school.id) =>
  testApp.call(removeSchoolLogo, { params: { id } }, { token })
const read = async () => testApp.call(getSchool, { params: { id: school.id } }, { token: owner.accessToken })
const load = (path: string | null) => testApp.app.inject(path ?? '/')

async function countLogos(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from school_logos`.execute(
    testApp.services.db,
  )
  return rows[0]?.count ?? 0
}

describe('the logo of a school', () => {
  it('makes a logo anew in its own shape, replaces the one before, and keeps the decision of the verifiers', async () => {
    const { accessToken: token } = svp
    const params = { id: school.id }
    await testApp.call(verifySchool, { params, body: { status: 'verified' } }, { token })
    const { status, data, headers } = await put(owner)
    assert.deepEqual([status, data.status], [200, 'verified'])
    const now = await read()
    assert.deepEqual([now.data, now.headers.etag], [data, headers.etag])
    const file = await load(data.logo)
    const { width, height, exif } = await sharp(file.rawPayload).metadata()
    assert.deepEqual([file.headers['content-type'], width, height, exif], ['image/webp', 512, 171, undefined])
    assert.match(String(file.headers['cache-control']), /immutable/)
    const outdated = await put(owner, png, { headers: { 'if-match': '"old"' } })
    assert.equal(outdated.code, 'precondition-failed')
    const next = await put(svp, png, { headers: { 'if-match': String(headers.etag) } })
    assert.notEqual(next.data.logo, data.logo)
    assert.deepEqual(
      [(await load(data.logo)).statusCode, (await load(next.data.logo)).statusCode],
      [404, 200],
    )
    for (let count = 0; count < 2; count += 1) assert.equal((await remove(owner)).data.logo, null)
    assert.deepEqual([(await load(next.data.logo)).statusCode, await countLogos()], [404, 0])
  })

  it('refuses logos of strangers and for unknown schools, and takes pictures alone', async () => {
    const stranger = await testApp.signIn('school')
    const answers = [
      await put(stranger),
      await remove(stranger),
      await put(stranger, png, { id: randomUUID() }),
      await remove(svp, randomUUID()),
      await put(await testApp.signIn('student')),
      await put(await testApp.signIn('recruitmentUtils')),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 403, 403],
    )
    assert.equal((await put(owner, pdf())).code, 'file-type')
    for (const [name, bytes] of Object.entries(falsePictures)) {
      const { code, fields } = await put(owner, bytes)
      assert.deepEqual([code, Object.keys(fields)], ['file-unreadable', ['file']], name)
    }
    assert.deepEqual([(await read()).data.logo, await countLogos()], [null, 0])
    for (const id of ['x', randomUUID()])
      assert.equal((await load(`/api/school-logos/${id}`)).statusCode, 404)
  })

  it('deletes the logo with the school of a user who is deleted', async () => {
    const founder = await testApp.signIn('school')
    const own = await makeSchool(testApp, founder, schoolDetails(await placeIn(testApp, 'GI')))
    const { data } = await put(founder, png, { id: own.id })
    assert.equal((await load(data.logo)).statusCode, 200)
    await deleteUser(testApp.services, founder.user.uuid)
    assert.deepEqual([(await load(data.logo)).statusCode, await countLogos()], [404, 0])
  })
})
