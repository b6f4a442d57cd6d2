/** Tests that invitations to schools cannot fill mailboxes (N-195). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { inviteToSchool, schoolInvitationsMax } from '@foyer/contract/schools/school-people'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo, makeSchool, placeIn, schoolDetails } from '../schools/test-schools.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', hasDevTools: true } })
})
after(() => testApp.close())

async function openSchool() {
  const { accessToken: token } = await testApp.signIn('school')
  const place = await placeIn(testApp, 'IN')
  const { id } = await makeSchool(testApp, { accessToken: token }, schoolDetails(place))
  return (email: string) => testApp.call(inviteToSchool, { params: { id }, body: { email } }, { token })
}

it('sends five invitations a day to one address, of all users, and thirty a day of one user', async () => {
  const address = `invited-${randomUUID()}@example.com`
  const invite = await openSchool()
  for (let count = 0; count < 4; count += 1) assert.equal((await invite(address)).status, 200)
  const other = await openSchool()
  assert.equal((await other(address)).status, 200)
  const refused = await other(address)
  assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
  assert.equal((await mailsTo(testApp, address)).filter((name) => name === 'school-invitation').length, 5)
  for (let count = 1; count < schoolInvitationsMax; count += 1) {
    const { status } = await invite(`invited-${randomUUID()}@example.com`)
    assert.equal(status, 200)
  }
  for (let count = 0; count < 7; count += 1)
    assert.equal((await invite(`invited-${randomUUID()}@example.com`)).code, 'list-full')
  assert.equal((await invite(`invited-${randomUUID()}@example.com`)).code, 'too-many-attempts')
})
