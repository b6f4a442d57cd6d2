/**
 * Tests that a session says whether its email address is verified: platforms must not link accounts by an unproven one
 * (N-108).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { invite } from '../accounts/invitations.ts'
import { codeTo, mailedCode, requestCode, tryCode } from '../otp/test-codes.ts'
import {
  acceptBeta,
  linkTo,
  newPassword,
  partsOf,
  requestedLink,
  reset,
} from '../password-links/test-links.ts'
import { goodPassword, trySignUp } from '../sign-up/test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

async function exchanged({ accessToken }: Session) {
  const { code } = (await testApp.mint(accessToken)).data
  const given = { body: { code, platform: 'student' } } as const
  const { data } = await testApp.call(exchangeCode, given, { client: 'student-client' })
  assert.deepEqual(data.session.user, data.user)
  return data.user
}

function signIn(email: string, password: string) {
  return testApp.call(login, { body: { email, password, product: 'learning' } })
}

describe('isEmailVerified', () => {
  it('reports an unverified address after a sign-up and after sign-ins with its password', async () => {
    const email = 'unproven@example.com'
    const { data } = await trySignUp(testApp, { email })
    assert.equal(data.user.isEmailVerified, false)
    assert.equal((await exchanged(data)).isEmailVerified, false)
    const again = (await signIn(email, goodPassword)).data
    assert.equal(again.user.isEmailVerified, false)
    assert.equal((await exchanged(again)).isEmailVerified, false)
  })

  it('reports a verified address for an account whose address was proven', async () => {
    const { email } = await testApp.makeUser()
    const { data } = await signIn(email, rightPassword)
    assert.equal(data.user.isEmailVerified, true)
    assert.equal((await exchanged(data)).isEmailVerified, true)
  })

  it('reports a verified address in the session that a one-time code opens, in any browser', async () => {
    for (const [browser, email] of [
      ['another', 'first@example.com'],
      ['same', 'second@example.com'],
    ] as const) {
      const { data, headers } = await trySignUp(testApp, { email })
      const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
      const more = browser === 'same' ? { headers: { cookie } } : {}
      const user = { uuid: data.user.uuid, email }
      const entered = await tryCode(testApp, await mailedCode(testApp, user, more), more)
      assert.equal(entered.data.user.isEmailVerified, true, browser)
      assert.equal(entered.data.universal.user.isEmailVerified, true, browser)
      assert.equal((await exchanged(entered.data.universal)).isEmailVerified, true, browser)
    }
  })

  it('reports a verified address in the session of the sign-up once the address is proven', async () => {
    const email = 'later@example.com'
    const { data, headers } = await trySignUp(testApp, { email })
    const more = { headers: { cookie: String(headers['set-cookie']).split(';')[0] ?? '' } }
    assert.equal((await exchanged(data)).isEmailVerified, false)
    await tryCode(testApp, await mailedCode(testApp, { uuid: data.user.uuid, email }, more), more)
    assert.equal((await exchanged(data)).isEmailVerified, true)
  })

  it('reports a verified address only after the link of an invitation is used', async () => {
    const email = 'invited@example.com'
    await invite(testApp.services, { email, platform: 'student', isBeta: true })
    const { data } = await acceptBeta(testApp, partsOf(await linkTo(testApp, email)))
    assert.equal(data.user.isEmailVerified, true)
    assert.equal((await exchanged(data)).isEmailVerified, true)

    const known = await testApp.makeUser()
    const emails = testApp.services.db.updateTable('emails').set({ provenance: 'invited' })
    await emails.where('userId', '=', known.uuid).execute()
    assert.equal((await signIn(known.email, rightPassword)).data.user.isEmailVerified, false)
  })

  it('reports a verified address after a password reset by email', async () => {
    const email = 'forgot@example.com'
    await trySignUp(testApp, { email })
    assert.equal((await reset(testApp, await requestedLink(testApp, { email }))).status, 200)
    assert.equal((await signIn(email, newPassword)).data.user.isEmailVerified, true)
  })

  it('reports no verified address for an account with a proven number alone', async () => {
    const phoneNumber = '+919876500077'
    const { uuid } = await testApp.makeUser({ phoneNumber })
    await testApp.services.db.deleteFrom('emails').where('userId', '=', uuid).execute()
    const { data } = await requestCode(testApp, { medium: 'sms', purpose: 'login', user: uuid })
    const entered = await tryCode(testApp, { token: data.token, otp: await codeTo(testApp, phoneNumber) })
    assert.equal(entered.data.user.email, null)
    assert.equal(entered.data.user.isEmailVerified, false)
  })
})
