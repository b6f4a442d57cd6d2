/** Tests that the answer to an invitation does not tell by its time whether the address has an account (N-195). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { inviteToSchool } from '@foyer/contract/schools/school-people'
import { setDisabled } from '../../identity/users/users.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo, makeSchool, placeIn, schoolDetails } from '../schools/test-schools.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, hasDevTools: true } })
})
after(() => testApp.close())

it('runs as many statements for an unknown address, for a member and for a disabled account', async () => {
  const { accessToken: token } = await testApp.signIn('school')
  const { id } = await makeSchool(
    testApp,
    { accessToken: token },
    schoolDetails(await placeIn(testApp, 'IN')),
  )
  const unknown = `invited-${randomUUID()}@example.com`
  const member = await testApp.makeUser({ platforms: ['school'] })
  const disabled = await testApp.makeUser({ platforms: ['school'] })
  await setDisabled(testApp.services.db, disabled.uuid, true)
  const invite = async (email: string) => {
    const { status } = await testApp.call(inviteToSchool, { params: { id }, body: { email } }, { token })
    assert.equal(status, 200)
  }
  // The first request also reads what later ones find in memory.
  await invite(`invited-${randomUUID()}@example.com`)
  const counts = []
  for (const email of [unknown, member.email, disabled.email])
    counts.push(await testApp.countStatements(() => invite(email)))
  assert.deepEqual(counts, [counts[0], counts[0], counts[0]])
  assert.deepEqual((await mailsTo(testApp, unknown)).sort(), ['create-password', 'school-invitation'])
  assert.deepEqual(await mailsTo(testApp, member.email), ['school-invitation'])
  assert.deepEqual(await mailsTo(testApp, disabled.email), [])
})
