/**
 * Tests that an attacker who signs up with another user's address loses the account once the owner proves the address
 * (N-30).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode } from '@foyer/contract/routes/handover'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { goodPassword, trySignUp } from './test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

function tryPassword(email: string) {
  return testApp.call(login, { body: { email, password: goodPassword, product: 'learning' } })
}

describe('account pre-hijacking', () => {
  it("revokes the attacker's password and tokens when the owner signs in by code", async () => {
    const email = 'victim@example.com'
    const attacker = (await trySignUp(testApp, { email, firstName: 'Mallory' })).data
    const found = await testApp.call(findUser, { body: { userId: email, product: 'learning' } })
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid: found.data.uuid, email }))
    assert.equal(entered.data.user.uuid, attacker.user.uuid)

    assert.equal((await tryPassword(email)).code, 'wrong-credentials')
    const old = { body: { refreshToken: attacker.refreshToken } }
    assert.equal((await testApp.call(refreshToken, old)).status, 401)
    const code = { body: { platform: 'student' } } as const
    assert.equal((await testApp.call(createCode, code, { token: attacker.accessToken })).status, 401)
    const { accessToken: token, refreshToken: own } = entered.data.universal
    assert.equal((await testApp.call(createCode, code, { token })).status, 200)
    assert.equal((await testApp.call(refreshToken, { body: { refreshToken: own } })).status, 200)
    assert.equal((await trySignUp(testApp, { email })).code, 'email-taken')
  })

  it("resets the attacker's settings when the owner signs in by code", async () => {
    const email = 'settled@example.com'
    const attacker = (await trySignUp(testApp, { email })).data
    const { data: defaults } = await testApp.call(getSettings, {}, { token: attacker.accessToken })
    const body = { ...defaults, profileVisibility: 'public', marketingEmails: true } as const
    assert.equal((await testApp.call(putSettings, { body }, { token: attacker.accessToken })).status, 200)
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid: attacker.user.uuid, email }))
    const { accessToken: token } = entered.data.universal
    assert.deepEqual((await testApp.call(getSettings, {}, { token })).data, defaults)
  })

  it("deletes the attacker's tracking record and sign-up source when the owner signs in by code", async () => {
    const email = 'tracked@example.com'
    const { accessToken, user } = (await trySignUp(testApp, { email, source: 'an-attackers-text' })).data
    const { uuid } = user
    const params = { email }
    const body = { data: { email, name: 'Mallory', uuid, source: 'an-attackers-text' } }
    const kept = await testApp.call(putSignupTracking, { params, body }, { token: accessToken })
    assert.deepEqual(kept.data, { isCreated: true })
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
    const { accessToken: token } = entered.data.universal
    const found = await testApp.call(getSignupTracking, { params }, { token })
    assert.deepEqual([found.status, found.data], [200, null])
    // Another copy of the service may briefly treat the attacker's session as open.
    const another = await testApp.openAnother()
    const late = await trySignUp(another, { email: 'late@example.com' })
    const own = { token: late.data.accessToken }
    const ofLate = { email: 'late@example.com', name: 'Mallory', uuid: late.data.user.uuid, source: 'direct' }
    const lateParams = { email: 'late@example.com' }
    await another.call(getSignupTracking, { params: lateParams }, own)
    await tryCode(
      testApp,
      await mailedCode(testApp, { uuid: late.data.user.uuid, email: 'late@example.com' }),
    )
    const refused = await another.call(putSignupTracking, { params: lateParams, body: { data: ofLate } }, own)
    assert.equal(refused.status, 401)
    await another.app.close()
    const { db } = testApp.services
    assert.deepEqual(await db.selectFrom('signUps').selectAll().where('userId', '=', uuid).execute(), [])
  })

  it('keeps password and session if the code is entered in the browser that signed up', async () => {
    const email = 'owner@example.com'
    const { data, headers } = await trySignUp(testApp, { email })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const more = { headers: { cookie } }
    const entered = await tryCode(
      testApp,
      await mailedCode(testApp, { uuid: data.user.uuid, email }, more),
      more,
    )
    assert.equal(entered.status, 200)
    assert.equal((await tryPassword(email)).status, 200)
    assert.equal(
      (await testApp.call(refreshToken, { body: { refreshToken: data.refreshToken } })).status,
      200,
    )
  })

  it('revokes the password if the browser that signed up was signed out before the code, as it may be shared', async () => {
    const email = 'classmate@example.com'
    const { data, headers } = await trySignUp(testApp, { email, firstName: 'Mallory' })
    assert.equal((await testApp.call(logout, {}, { token: data.accessToken })).status, 204)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const more = { headers: { cookie } }
    const entered = await tryCode(
      testApp,
      await mailedCode(testApp, { uuid: data.user.uuid, email }, more),
      more,
    )
    assert.equal(entered.status, 200)
    assert.equal((await tryPassword(email)).code, 'wrong-credentials')
  })
})
