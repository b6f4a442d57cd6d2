/** Tests whose addresses may give and take access to a school (N-111, N-195). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import {
  acceptSchoolInvitation,
  inviteToSchool,
  listReceivedInvitations,
  listSchoolInvitations,
} from '@foyer/contract/schools/school-people'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { makeSchool, placeIn, schoolDetails } from '../schools/test-schools.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, hasDevTools: true } })
})
after(() => testApp.close())

async function openSchool() {
  const session = await testApp.signIn('school')
  const { id } = await makeSchool(testApp, session, schoolDetails(await placeIn(testApp, 'IN')))
  const sent = { token: session.accessToken }
  const invite = (email: string) => testApp.call(inviteToSchool, { params: { id }, body: { email } }, sent)
  const pending = async () => (await testApp.call(listSchoolInvitations, { params: { id } }, sent)).data.items
  return { session, invite, pending }
}

it('lets nobody invite who has not proven the address of the account', async () => {
  const { session, invite, pending } = await openSchool()
  await sql`update emails set provenance = 'self_unverified' where user_id = ${session.user.uuid}`.execute(
    testApp.services.db,
  )
  const { status, fields } = await invite(`invited-${randomUUID()}@example.com`)
  assert.deepEqual([status, Object.keys(fields)], [400, ['email']])
  assert.match(String(fields.email), /Verify your own email address/)
  assert.deepEqual(await pending(), [])
})

it('lets a user accept an invitation to any proven address of the account', async () => {
  const { invite } = await openSchool()
  const { accessToken: token } = await testApp.signIn('school')
  const other = `other-${randomUUID()}@example.com`
  const received = async () => (await testApp.call(listReceivedInvitations, {}, { token })).data.items
  await emailSteps(() => testApp).addVerified(token, other)
  assert.deepEqual(await received(), [])
  const { id } = (await invite(other)).data
  assert.deepEqual(
    (await received()).map((invitation) => invitation.id),
    [id],
  )
  assert.equal((await testApp.call(acceptSchoolInvitation, { params: { id } }, { token })).status, 200)
})
