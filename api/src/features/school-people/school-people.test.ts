/** Tests how the users of a school invite and remove each other (N-195). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import type { Session } from '@foyer/contract/routes/sign-in'
import { listSchoolUsers, revokeSchoolAccess } from '@foyer/contract/schools/school-access'
import {
  acceptSchoolInvitation,
  declineSchoolInvitation,
  inviteToSchool,
  listReceivedInvitations,
  listSchoolInvitations,
  removeSchoolUser,
  schoolInvitationsMax,
  withdrawSchoolInvitation,
} from '@foyer/contract/schools/school-people'
import { getSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { setDisabled } from '../../identity/users/users.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { mailsTo, makeSchool, placeIn, schoolDetails, schoolsOf } from '../schools/test-schools.ts'

let testApp: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
let svp: Session
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000, hasDevTools: true },
  })
  india = await placeIn(testApp, 'IN')
  svp = await testApp.signIn('svp')
})
after(() => testApp.close())

const as = ({ accessToken: token }: Session) => ({ token })
const emailOf = ({ user }: Session) => user.email ?? ''
const newAddress = () => `invited-${randomUUID()}@example.com`

let made = 0
async function openSchool() {
  made += 1
  const owner = await testApp.signIn('school')
  const { id, name } = await makeSchool(testApp, owner, schoolDetails(india, { name: `People ${made}` }))
  return { owner, id, name }
}

const verify = (id: string) =>
  testApp.call(verifySchool, { params: { id }, body: { status: 'verified' } }, as(svp))
const inviteTo = (session: Session, id: string, email: string) =>
  testApp.call(inviteToSchool, { params: { id }, body: { email } }, as(session))
const remove = (session: Session, id: string, userId: string) =>
  testApp.call(removeSchoolUser, { params: { id, userId } }, as(session))
const accept = (session: Session, id: string) =>
  testApp.call(acceptSchoolInvitation, { params: { id } }, as(session))
const received = async (session: Session) =>
  (await testApp.call(listReceivedInvitations, {}, as(session))).data.items
const pending = async (session: Session, id: string) =>
  (await testApp.call(listSchoolInvitations, { params: { id } }, as(session))).data.items
const statusOf = async (session: Session, id: string) =>
  (await testApp.call(getSchool, { params: { id } }, as(session))).status

async function mailTo(email: string, template: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 500)
  return messages.find((message) => message.to === email && message.template === template)
}

/** Opens a school with two users. */
async function openShared() {
  const { owner, id, name } = await openSchool()
  const colleague = await testApp.signIn('school')
  const { data } = await inviteTo(owner, id, emailOf(colleague))
  assert.equal((await accept(colleague, data.id)).status, 200)
  return { owner, colleague, id, name }
}

describe('an invitation to a school', () => {
  it('gives access once the invited user has accepted, and not before', async () => {
    const { owner, id, name } = await openSchool()
    await verify(id)
    const guest = await testApp.signIn('recruitmentPlatform')
    const invited = await inviteTo(owner, id, emailOf(guest).toUpperCase())
    assert.deepEqual([invited.status, await statusOf(guest, id)], [200, 404])
    assert.deepEqual(await pending(owner, id), [invited.data])
    const mail = await mailTo(emailOf(guest), 'school-invitation')
    assert.match(mail?.text ?? '', new RegExp(`Asha Rao[^]*${name}[^]*/account/school\\?platform=school`))
    const [invitation] = await received(guest)
    assert.deepEqual([invitation?.schoolName, invitation?.inviterName], [name, 'Asha Rao'])
    assert.deepEqual((await accept(guest, invited.data.id)).data, { id, name })
    assert.deepEqual(
      [await statusOf(guest, id), await received(guest), await pending(owner, id)],
      [200, [], []],
    )
    const list = await testApp.call(listSchoolUsers, { params: { id } }, as(guest))
    assert.deepEqual(
      list.data.items.map(({ uuid }) => uuid),
      [owner.user.uuid, guest.user.uuid],
    )
    assert.equal((await inviteTo(owner, id, emailOf(guest))).code, 'entry-exists')
    const { rows } = await sql<{ event: string }>`select event from audit_events
      where details->>'schoolId' = ${id} order by id`.execute(testApp.services.db)
    assert.deepEqual(
      rows.map(({ event }) => event),
      ['school-created', 'school-verified', 'school-invited', 'school-access-granted'],
    )
  })

  it('answers alike for every address, and lets a new user in by a link', async () => {
    const { owner, id, name } = await openSchool()
    const { db } = testApp.services
    const learner = await testApp.makeUser()
    const unproven = await testApp.makeUser({ platforms: ['school'] })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${unproven.uuid}`.execute(db)
    const disabled = await testApp.makeUser({ platforms: ['school'] })
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(db)
    const unknown = newAddress()
    for (const email of [learner.email, unproven.email, disabled.email, unknown]) {
      const { status, data } = await inviteTo(owner, id, email)
      assert.deepEqual(
        [status, Object.keys(data).sort(), data.email],
        [200, ['email', 'expiresAt', 'id', 'sentAt'], email],
      )
    }
    assert.deepEqual(await mailsTo(testApp, disabled.email), [])
    assert.deepEqual(await mailsTo(testApp, learner.email), ['school-invitation'])
    for (const email of [unproven.email, unknown]) {
      assert.deepEqual((await mailsTo(testApp, email)).sort(), ['create-password', 'school-invitation'])
      const text = (await mailTo(email, 'school-invitation'))?.text ?? ''
      assert.match(text, /First create your password/)
      for (const secret of [name, 'Asha Rao']) assert.equal(text.includes(secret), false)
    }
  })

  it('names neither school nor inviter while nobody has verified the school', async () => {
    const { owner, id, name } = await openSchool()
    const guest = await testApp.signIn('school')
    await inviteTo(owner, id, emailOf(guest))
    const text = (await mailTo(emailOf(guest), 'school-invitation'))?.text ?? ''
    assert.ok(text)
    for (const words of [name, 'Asha Rao has invited']) assert.equal(text.includes(words), false)
  })

  it('is renewed and sent again by the same address in another spelling', async () => {
    const { owner, id } = await openSchool()
    const guest = await testApp.signIn('school')
    const first = (await inviteTo(owner, id, emailOf(guest))).data
    const second = (await inviteTo(owner, id, ` ${emailOf(guest).toUpperCase()}`)).data
    assert.deepEqual([second.id, second.sentAt > first.sentAt], [first.id, true])
    assert.equal((await pending(owner, id)).length, 1)
    assert.deepEqual(await mailsTo(testApp, emailOf(guest)), ['school-invitation', 'school-invitation'])
  })

  it('is open to the proven sign-in address only, until it is declined, withdrawn, expired or its sender removed', async () => {
    const { owner, colleague, id } = await openShared()
    const guest = await testApp.signIn('school')
    const stranger = await testApp.signIn('school')
    const { db } = testApp.services
    const invite = async (session = owner) => (await inviteTo(session, id, emailOf(guest))).data.id
    const open = await invite()
    assert.equal((await accept(stranger, open)).status, 404)
    await sql`update emails set provenance = 'self_unverified' where user_id = ${guest.user.uuid}`.execute(db)
    assert.deepEqual([(await accept(guest, open)).status, await received(guest)], [404, []])
    await sql`update emails set provenance = 'verified' where user_id = ${guest.user.uuid}`.execute(db)
    const decline = await testApp.call(declineSchoolInvitation, { params: { id: open } }, as(guest))
    assert.deepEqual([decline.status, (await accept(guest, open)).status], [204, 404])
    const withdrawn = await invite()
    const given = { params: { id, invitationId: withdrawn } }
    assert.equal((await testApp.call(withdrawSchoolInvitation, given, as(colleague))).status, 204)
    assert.equal((await accept(guest, withdrawn)).status, 404)
    const expired = await invite()
    await sql`update school_invitations set expires_at = now() where id = ${expired}`.execute(db)
    assert.deepEqual([(await accept(guest, expired)).status, await pending(owner, id)], [404, []])
    const orphan = await invite(colleague)
    await remove(owner, id, colleague.user.uuid)
    assert.equal((await accept(guest, orphan)).status, 404)
    const revoked = await invite()
    const params = { id, userId: owner.user.uuid }
    await testApp.call(revokeSchoolAccess, { params }, as(svp))
    assert.equal((await accept(guest, revoked)).status, 404)
  })

  it('refuses addresses that no account may have, and more open invitations than a school may have', async () => {
    const { owner, id } = await openSchool()
    for (const email of ['nobody', 'a\u200bb@example.com', 'аsha@example.com']) {
      const { status, fields } = await inviteTo(owner, id, email)
      assert.deepEqual([status, Object.keys(fields)], [400, ['email']], email)
    }
    const sent = await Promise.all(
      Array.from({ length: schoolInvitationsMax + 2 }, () => inviteTo(owner, id, newAddress())),
    )
    assert.equal(sent.filter(({ status }) => status === 200).length, schoolInvitationsMax)
    assert.equal(sent.find(({ status }) => status !== 200)?.code, 'list-full')
  })

  it('is gone with the user who sent it and with the user to whom it was sent', async () => {
    const { owner, id } = await openSchool()
    const guest = await testApp.signIn('school')
    await inviteTo(owner, id, emailOf(guest))
    await deleteUser(testApp.services, guest.user.uuid)
    assert.deepEqual(await pending(owner, id), [])
    const other = await testApp.signIn('school')
    await verify(id)
    await inviteTo(owner, id, emailOf(other))
    await deleteUser(testApp.services, owner.user.uuid)
    assert.deepEqual(await received(other), [])
  })
})

describe('the removal of a user of a school', () => {
  it('ends the access, mails the user, and never removes the last one', async () => {
    const { owner, colleague, id, name } = await openShared()
    const { uuid } = colleague.user
    assert.equal((await remove(owner, id, uuid)).status, 204)
    assert.deepEqual([await statusOf(colleague, id), await schoolsOf(testApp, uuid)], [404, []])
    assert.match((await mailTo(emailOf(colleague), 'school-access-ended'))?.text ?? '', new RegExp(name))
    assert.equal((await remove(owner, id, uuid)).status, 404)
    assert.deepEqual(Object.keys((await remove(owner, id, owner.user.uuid)).fields), ['userId'])
    assert.equal(await statusOf(owner, id), 200)
  })

  it('lets a user leave, without a mail', async () => {
    const { owner, colleague, id } = await openShared()
    assert.equal((await remove(colleague, id, colleague.user.uuid)).status, 204)
    assert.deepEqual(
      [await statusOf(colleague, id), await mailTo(emailOf(colleague), 'school-access-ended')],
      [404, undefined],
    )
    assert.deepEqual(Object.keys((await remove(owner, id, owner.user.uuid)).fields), ['userId'])
  })

  it('counts a user who is disabled or leaves Foyer as gone, so that the other one stays', async () => {
    const { owner, colleague, id } = await openShared()
    const { db } = testApp.services
    const leave = () => remove(owner, id, owner.user.uuid)
    await setDisabled(db, colleague.user.uuid, true)
    assert.deepEqual(Object.keys((await leave()).fields), ['userId'])
    await setDisabled(db, colleague.user.uuid, false)
    assert.equal((await testApp.call(requestDeletion, {}, { token: colleague.accessToken })).status, 200)
    assert.deepEqual(Object.keys((await leave()).fields), ['userId'])
    assert.equal(await statusOf(owner, id), 200)
  })

  it('lets one of two users remove the other when both try at once, or both leave', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, colleague, id } = await openShared()
      const [one, other] = [owner.user.uuid, colleague.user.uuid]
      const targets = round % 2 === 0 ? [other, one] : [one, other]
      const answers = await Promise.all([
        remove(owner, id, targets[0] ?? ''),
        remove(colleague, id, targets[1] ?? ''),
      ])
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join())
      const left = [await statusOf(owner, id), await statusOf(colleague, id)]
      assert.deepEqual(left.sort(), [200, 404])
    }
  })

  it('answers the people and invitations of another school like those of an unknown one', async () => {
    const { owner, colleague, id } = await openShared()
    const { data } = await inviteTo(owner, id, newAddress())
    const { owner: stranger, id: own } = await openSchool()
    for (const school of [id, randomUUID()]) {
      const answers = [
        await testApp.call(listSchoolUsers, { params: { id: school } }, as(stranger)),
        await testApp.call(listSchoolInvitations, { params: { id: school } }, as(stranger)),
        await inviteTo(stranger, school, emailOf(stranger)),
        await remove(stranger, school, colleague.user.uuid),
        await testApp.call(
          withdrawSchoolInvitation,
          { params: { id: school, invitationId: data.id } },
          as(stranger),
        ),
      ]
      assert.deepEqual(
        [...new Set(answers.map(({ status, code }) => `${status} ${code}`))],
        ['404 not-found'],
      )
    }
    const foreign = await testApp.call(
      withdrawSchoolInvitation,
      { params: { id: own, invitationId: data.id } },
      as(stranger),
    )
    assert.deepEqual([foreign.status, (await remove(stranger, own, colleague.user.uuid)).status], [404, 404])
    assert.deepEqual(
      [
        (await pending(owner, id)).length,
        await statusOf(colleague, id),
        await mailsTo(testApp, emailOf(stranger)),
      ],
      [1, 200, []],
    )
  })
})
