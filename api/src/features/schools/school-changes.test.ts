/** Tests creating and changing schools. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Call } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { listSchoolUsers } from '@foyer/contract/schools/school-access'
import type { School } from '@foyer/contract/schools/school-fields'
import { changeSchool, createSchool, getSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeSchool, newKey, placeIn, schoolDetails } from './test-schools.ts'

let testApp: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
let svp: Session
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
  india = await placeIn(testApp, 'IN')
  svp = await testApp.signIn('svp')
})
after(() => testApp.close())

const bearer = ({ accessToken }: Session, headers: Record<string, string> = {}) => ({
  token: accessToken,
  headers,
})
const edit = (school: School, given: Partial<Call<typeof changeSchool>['body']> = {}) => ({
  params: { id: school.id },
  body: { ...schoolDetails(india), name: school.name, ...given },
})

async function decide(school: School, body: Call<typeof verifySchool>['body']): Promise<School> {
  const { status, data } = await testApp.call(verifySchool, { params: { id: school.id }, body }, bearer(svp))
  assert.equal(status, 200)
  return data
}

describe('the creation of a school', () => {
  it('stores every field, normalised, and gives access to the user of a school alone', async () => {
    const given = schoolDetails(india, {
      name: '  Lake School ',
      board: 'CBSE',
      address: '1 Lake Road\r\nMysuru',
      website: 'https://lake.example/about',
      contact: { firstName: 'Asha', lastName: '', email: 'office@lake.example', phone: '+91 (98765) 432-10' },
    })
    for (const [platform, users] of [
      ['school', 1],
      ['serviceAdmin', 0],
    ] as const) {
      const session = await testApp.signIn(platform)
      const school = await makeSchool(testApp, session, given)
      const { contact, name, address, status, website, board } = school
      assert.deepEqual(
        { contact, name, address, status, website, board },
        {
          contact: {
            firstName: 'Asha',
            lastName: null,
            email: 'office@lake.example',
            phone: '+919876543210',
          },
          name: 'Lake School',
          address: '1 Lake Road\nMysuru',
          status: 'unverified',
          website: 'https://lake.example/about',
          board: 'CBSE',
        },
      )
      const list = await testApp.call(listSchoolUsers, { params: { id: school.id } }, bearer(svp))
      assert.equal(list.data.total, users)
      const { rows } = await sql<{ userId: string }>`select user_id from audit_events
        where event = 'school-created' and details->>'schoolId' = ${school.id}`.execute(testApp.services.db)
      assert.deepEqual(rows, [{ userId: session.user.uuid }])
      await sql`delete from schools where id = ${school.id}`.execute(testApp.services.db)
    }
  })

  it('creates one school for twenty equal requests with one key', async () => {
    const user = await testApp.signIn('school')
    const sent = bearer(user, newKey())
    const body = schoolDetails(india, { name: 'Repeated School' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => testApp.call(createSchool, { body }, sent)),
    )
    assert.deepEqual([...new Set(answers.map(({ status, data }) => `${status} ${data?.id}`))].length, 1)
  })

  it('refuses a name of this place that the caller sees, also to ten callers at once, and to no other', async () => {
    const body = schoolDetails(india, { name: 'Ten Oaks School' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => testApp.call(createSchool, { body }, bearer(svp))),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const refused = answers.find(({ status }) => status !== 200)
    assert.deepEqual([refused?.code, Object.keys(refused?.fields ?? {})], ['school-exists', ['name']])
    const again = await testApp.call(
      createSchool,
      { body: { ...body, name: 'TEN  OAKS, SCHOOL' } },
      bearer(svp),
    )
    assert.equal(again.code, 'school-exists')
    const user = await testApp.signIn('school')
    await makeSchool(testApp, user, body)
    assert.equal((await testApp.call(createSchool, { body }, bearer(user))).code, 'school-exists')
  })

  it('names the field of each fault and creates nothing', async () => {
    const france = await placeIn(testApp, 'FR')
    const contact = { firstName: 'Asha' }
    const faults: [string, object][] = [
      ['name', { name: '123' }],
      ['name', { name: 'x'.repeat(121) }],
      ['type', { type: 'castle' }],
      ['board', { board: 'x'.repeat(121) }],
      ['board', { board: 'C\u202eBSE' }],
      ['address', { address: 'x'.repeat(501) }],
      ['address', { address: 'a\u0007b' }],
      ['countryId', { countryId: randomUUID(), stateId: null }],
      ['stateId', { stateId: france.stateId }],
      ['stateId', { stateId: null }],
      ['website', { website: 'http://lake.example' }],
      ['website', { website: 'javascript:alert(1)' }],
      ['website', { website: 'https://user@lake.example' }],
      ['website', { website: 'https://lake' }],
      ['contact', { contact: null }],
      ['contact.firstName', { contact: { firstName: '' } }],
      ['contact.email', { contact: { ...contact, email: 'nobody' } }],
      ['contact.phone', { contact: { ...contact, phone: '98765 43210' } }],
      ['contact.phone', { contact: { ...contact, phone: '+91 12' } }],
      ['contact.phone', { contact: { ...contact, phone: '+91 1234567890123' } }],
      ['status', { status: 'verified' }],
    ]
    const count = () => sql<{ count: number }>`select count(*)::int from schools`.execute(testApp.services.db)
    const before = (await count()).rows
    for (const [field, given] of faults) {
      const body = { ...schoolDetails(india, { name: 'Faulty School' }), ...given }
      const { status, fields } = await testApp.call(createSchool, { body }, bearer(svp))
      assert.deepEqual([status, Object.keys(fields)], [400, [field]], JSON.stringify(given))
    }
    assert.deepEqual((await count()).rows, before)
  })
})

describe('the change of a school', () => {
  it('replaces all fields, keeps the version of an equal change, and refuses an outdated version', async () => {
    const user = await testApp.signIn('school')
    const school = await makeSchool(
      testApp,
      user,
      schoolDetails(india, { name: 'Moving School', board: 'IB' }),
    )
    const read = await testApp.call(getSchool, { params: { id: school.id } }, bearer(user))
    const first = { 'if-match': String(read.headers.etag) }
    const equal = await testApp.call(changeSchool, edit(school, { board: 'IB' }), bearer(user, first))
    assert.deepEqual([equal.status, equal.data, equal.headers.etag], [200, school, read.headers.etag])
    const answers = await Promise.all(
      ['One Road', 'Two Road'].map((address) =>
        testApp.call(changeSchool, edit(school, { address }), bearer(user, first)),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const changed = answers.find(({ status }) => status === 200)
    assert.equal(changed?.data.board, null)
    const now = await testApp.call(getSchool, { params: { id: school.id } }, bearer(user))
    assert.deepEqual([now.data, now.headers.etag], [changed?.data, changed?.headers.etag])
    const any = await testApp.call(changeSchool, edit(school), bearer(svp, { 'if-match': '*' }))
    assert.deepEqual([any.status, any.data.address], [200, null])
  })

  it('undoes a verification by another name or place, and a rejection by any change', async () => {
    const france = await placeIn(testApp, 'FR')
    const user = await testApp.signIn('school')
    const undoing: [object, School['status'], School['status']][] = [
      [{ website: 'https://a.example' }, 'verified', 'verified'],
      [{ name: 'Another Name' }, 'verified', 'unverified'],
      [france, 'verified', 'unverified'],
      [{ website: 'https://a.example' }, 'rejected', 'unverified'],
    ]
    for (const [index, [given, status, expected]] of undoing.entries()) {
      const school = await makeSchool(
        testApp,
        user,
        schoolDetails(india, { name: `Decided School ${index}` }),
      )
      await decide(school, { status: status as 'verified', reason: 'As we found it' })
      const { data } = await testApp.call(changeSchool, edit(school, given), bearer(user))
      const reason = expected === 'unverified' ? null : 'As we found it'
      assert.deepEqual([data.status, data.statusReason], [expected, reason], JSON.stringify(given))
    }
  })

  it('refuses the name of another school of the user, and a place that does not exist', async () => {
    const user = await testApp.signIn('school')
    await makeSchool(testApp, user, schoolDetails(india, { name: 'Taken School' }))
    const school = await makeSchool(testApp, user, schoolDetails(india, { name: 'Free School' }))
    const taken = await testApp.call(changeSchool, edit(school, { name: 'taken school' }), bearer(user))
    assert.equal(taken.code, 'school-exists')
    const nowhere = await testApp.call(changeSchool, edit(school, { stateId: null }), bearer(user))
    assert.deepEqual(Object.keys(nowhere.fields), ['stateId'])
  })
})
