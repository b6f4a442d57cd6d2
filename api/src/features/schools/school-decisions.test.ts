/** Tests the verification of schools, their access lists, and the data that remains after a user's deletion (N-113). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listNotifications } from '@foyer/contract/routes/notifications'
import type { Call } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import {
  grantSchoolAccess,
  listSchoolUsers,
  revokeSchoolAccess,
  schoolUsersMax,
} from '@foyer/contract/schools/school-access'
import { changeSchool, getSchool, previewDecision, verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { mailsTo, makeSchool, placeIn, schoolDetails, schoolsOf } from './test-schools.ts'

let testApp: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
let svp: Session
before(async () => {
  testApp = await openTestApp({
    config: {
      trustedProxies: ['127.0.0.1'],
      captcha: 'off',
      limitsFactor: 1_000,
      hasDevTools: true,
    },
  })
  india = await placeIn(testApp, 'IN')
  svp = await testApp.signIn('svp')
})
after(() => testApp.close())

const bearer = ({ accessToken }: Session, headers: Record<string, string> = {}) => ({
  token: accessToken,
  headers,
})

let made = 0
async function schoolOf(session: Session) {
  made += 1
  return makeSchool(testApp, session, schoolDetails(india, { name: `School ${made}` }))
}

function decide(id: string, body: Call<typeof verifySchool>['body'], headers = {}) {
  return testApp.call(verifySchool, { params: { id }, body }, bearer(svp, headers))
}

function grant(id: string, email: string) {
  return testApp.call(grantSchoolAccess, { params: { id }, body: { email } }, bearer(svp))
}

async function messagesTo(email: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 500)
  return messages.filter(({ to }) => to === email)
}

async function eventsOf(schoolId: string) {
  const { rows } = await sql<{ event: string; userId: string; details: object }>`
    select event, user_id, details from audit_events where details->>'schoolId' = ${schoolId} order by id`.execute(
    testApp.services.db,
  )
  return rows
}

describe('the verification of a school', () => {
  it('stores status and reason, records who decided, and mails and notifies its users once', async () => {
    const user = await testApp.signIn('school')
    const { id, name } = await schoolOf(user)
    const email = user.user.email ?? ''
    const rejected = await decide(id, {
      status: 'rejected',
      reason: ' The website is\r\nof another school. ',
    })
    const reason = 'The website is\nof another school.'
    const { status, statusReason, decidedAt } = rejected.data
    assert.deepEqual([status, statusReason, decidedAt === null], ['rejected', reason, false])
    const again = await decide(id, { status: 'rejected', reason })
    assert.deepEqual(again.data, rejected.data)
    assert.deepEqual(await mailsTo(testApp, email), ['school-rejected'])
    const [mail] = await messagesTo(email)
    assert.match(mail?.text ?? '', new RegExp(`${name}[^]*of another school`))
    const outdated = await decide(id, { status: 'verified' }, { 'if-match': '"old"' })
    assert.equal(outdated.code, 'precondition-failed')
    const verified = await decide(id, { status: 'verified' }, { 'if-match': String(rejected.headers.etag) })
    assert.deepEqual([verified.data.status, verified.data.statusReason], ['verified', null])
    const read = await testApp.call(getSchool, { params: { id } }, bearer(user))
    assert.deepEqual(read.data, verified.data)
    assert.deepEqual((await mailsTo(testApp, email)).sort(), ['school-rejected', 'school-verified'])
    const { data: news } = await testApp.call(listNotifications, {}, bearer(user))
    assert.deepEqual(
      news.items.map(({ platform, title, url }) => [platform, title, url && new URL(url).pathname]),
      [
        ['school', `${name} is verified`, '/account/school'],
        ['school', `${name} is not verified yet`, '/account/school'],
      ],
    )
    const by = svp.user.uuid
    assert.deepEqual((await eventsOf(id)).slice(1), [
      { event: 'school-rejected', userId: by, details: { schoolId: id, reason, partsToCorrect: '' } },
      { event: 'school-verified', userId: by, details: { schoolId: id, reason: null, partsToCorrect: '' } },
    ])
  })

  it('takes no rejection without a reason, and no other status', async () => {
    const { id } = await schoolOf(svp)
    const faults: [string, object][] = [
      ['reason', { status: 'rejected' }],
      ['reason', { status: 'rejected', reason: ' \n ' }],
      ['reason', { status: 'rejected', reason: 'x'.repeat(1_001) }],
      ['status', { status: 'unverified' }],
      ['partsToCorrect.0', { status: 'rejected', reason: 'x', partsToCorrect: ['castle'] }],
      ['partsToCorrect', { status: 'verified', partsToCorrect: ['name'] }],
    ]
    for (const [field, body] of faults) {
      const { status, fields } = await decide(id, body as Call<typeof verifySchool>['body'])
      assert.deepEqual([status, Object.keys(fields)], [400, [field]])
    }
    assert.equal((await testApp.call(getSchool, { params: { id } }, bearer(svp))).data.status, 'unverified')
  })

  it('names the parts to correct in the order of the record, until a change sends the school again', async () => {
    const user = await testApp.signIn('school')
    const { id, submittedAt } = await schoolOf(user)
    const decision = { status: 'rejected', reason: 'Wrong' } as const
    const { data } = await decide(id, { ...decision, partsToCorrect: ['contact', 'name', 'contact'] })
    assert.deepEqual([data.partsToCorrect, data.submittedAt], [['name', 'contact'], submittedAt])
    const other = await decide(id, { ...decision, partsToCorrect: ['name'] })
    assert.deepEqual(other.data.partsToCorrect, ['name'])
    const params = { id }
    const body = schoolDetails(india, { name: `${data.name} of Mysuru` })
    const changed = (await testApp.call(changeSchool, { params, body }, bearer(user))).data
    assert.deepEqual([changed.status, changed.partsToCorrect], ['unverified', []])
    assert.ok(String(changed.submittedAt) > String(submittedAt), 'The wait begins again')
  })

  it('shows the mail as it is then sent, and changes nothing', async () => {
    const user = await testApp.signIn('school')
    const { id } = await schoolOf(user)
    const other = await testApp.signIn('school')
    await testApp.call(
      grantSchoolAccess,
      { params: { id }, body: { email: other.user.email ?? '' } },
      bearer(svp),
    )
    const { db } = testApp.services
    await sql`update emails set provenance = 'self_unverified' where user_id = ${other.user.uuid}`.execute(db)
    const body = { status: 'rejected', reason: 'Nobody knows it' } as const
    const preview = async (session = svp) =>
      testApp.call(previewDecision, { params: { id }, body }, bearer(session))
    const shown = (await preview()).data
    assert.deepEqual([shown.recipients, shown.unproven], [2, 1])
    const before = (await testApp.call(getSchool, { params: { id } }, bearer(svp))).data
    assert.equal(before.status, 'unverified')
    for (const session of [user, await testApp.signIn('serviceAdmin')])
      assert.equal((await preview(session)).code, 'no-access')
    await decide(id, body)
    const [mail] = await messagesTo(user.user.email ?? '')
    assert.deepEqual([shown.subject, shown.text], [mail?.subject, mail?.text])
  })

  it('names neither school nor reason to an address that is not proven', async () => {
    const user = await testApp.signIn('school')
    const { id, name } = await schoolOf(user)
    const { db } = testApp.services
    await sql`update emails set provenance = 'self_unverified' where user_id = ${user.user.uuid}`.execute(db)
    await decide(id, { status: 'rejected', reason: 'Nobody knows it' })
    const [mail] = await messagesTo(user.user.email ?? '')
    assert.equal(mail?.template, 'school-rejected')
    for (const secret of [name, 'Nobody knows it', 'Asha']) assert.equal(mail?.text.includes(secret), false)
  })
})

describe('the access list of a school', () => {
  it('lets a user reach the school until the access is revoked, and mails the user once', async () => {
    const user = await testApp.signIn('recruitmentPlatform')
    const email = user.user.email ?? ''
    const { id, name } = await schoolOf(svp)
    const params = { id, userId: user.user.uuid }
    const read = async () => (await testApp.call(getSchool, { params: { id } }, bearer(user))).status
    assert.equal(await read(), 404)
    const granted = await grant(id, email.toUpperCase())
    assert.deepEqual(
      [granted.data.uuid, granted.data.fullName, granted.data.email],
      [params.userId, 'Asha Rao', email],
    )
    assert.deepEqual((await grant(id, email)).data, granted.data)
    const { data } = await testApp.call(listSchoolUsers, { params: { id } }, bearer(svp))
    assert.deepEqual([data.items, data.total], [[granted.data], 1])
    assert.deepEqual([await read(), await schoolsOf(testApp, params.userId)], [200, [name]])
    assert.deepEqual(await mailsTo(testApp, email), ['school-access-granted'])
    const revoke = () => testApp.call(revokeSchoolAccess, { params }, bearer(svp))
    assert.deepEqual([(await revoke()).status, await read(), (await revoke()).status], [204, 404, 404])
    assert.deepEqual(
      (await eventsOf(id)).slice(1).map(({ event, userId }) => [event, userId]),
      [
        ['school-access-granted', params.userId],
        ['school-access-revoked', params.userId],
      ],
    )
  })

  it('answers alike for unknown and unproven emails, disabled accounts and users who do not sign in for schools', async () => {
    const { db } = testApp.services
    const { id } = await schoolOf(svp)
    const learner = await testApp.makeUser()
    const unproven = await testApp.makeUser({ platforms: ['school'] })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${unproven.uuid}`.execute(db)
    const disabled = await testApp.makeUser({ platforms: ['school'] })
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(db)
    const texts = new Set<string>()
    for (const email of [learner.email, unproven.email, disabled.email, 'nobody@example.com']) {
      const { code, text } = await grant(id, email)
      assert.equal(code, 'user-not-found')
      texts.add(text)
      assert.deepEqual(await mailsTo(testApp, email), [])
    }
    assert.equal(texts.size, 1)
    assert.equal((await grant(randomUUID(), learner.email)).status, 404)
  })

  it('has at most a hundred users, also for two grants at once', async () => {
    const { id } = await schoolOf(svp)
    const { db } = testApp.services
    await sql`with made as (insert into users (first_name) select 'Asha' from generate_series(2, ${schoolUsersMax}::int)
        returning id)
      insert into school_access (school_id, user_id) select ${id}, id from made`.execute(db)
    const users = [
      await testApp.makeUser({ platforms: ['school'] }),
      await testApp.makeUser({ platforms: ['school'] }),
    ]
    const answers = await Promise.all(users.map(({ email }) => grant(id, email)))
    assert.deepEqual(answers.map(({ code }) => code).sort(), ['list-full', undefined])
    const query = { page: '5', pageSize: '20' }
    const { data } = await testApp.call(listSchoolUsers, { params: { id }, query }, bearer(svp))
    assert.deepEqual([data.items.length, data.total], [20, schoolUsersMax])
    assert.equal(data.items.at(-1)?.fullName, 'Asha Rao')
  })
})

describe('the deletion of a user', () => {
  it('deletes their unverified school, and removes the contact person from those that stay', async () => {
    const { services } = testApp
    const user = await testApp.signIn('school')
    const [gone, founded, shared] = [await schoolOf(user), await schoolOf(user), await schoolOf(svp)]
    await decide(founded.id, { status: 'verified' })
    await sql`update schools set contact_email = upper(${user.user.email}) where id = ${shared.id}`.execute(
      services.db,
    )
    await deleteUser(services, user.user.uuid)
    const read = (id: string) => testApp.call(getSchool, { params: { id } }, bearer(svp))
    assert.equal((await read(gone.id)).status, 404)
    for (const { id } of [founded, shared]) assert.equal((await read(id)).data.contact, null)
  })
})
