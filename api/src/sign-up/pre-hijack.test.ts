/** Somebody signs up with an address that is not theirs, and waits for its owner. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import { createCode } from '@foyer/contract/routes/handover'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { apply, goodPassword } from './test-applicants.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

function tryPassword(email: string) {
  return testApp.call(login, { body: { email, password: goodPassword, product: 'learning' } })
}

describe('the owner of the address who comes in by code', () => {
  it('from another browser takes the account: password and tokens of the other are dead', async () => {
    const email = 'victim@example.com'
    const attacker = (await apply(testApp, { email, firstName: 'Mallory' })).data
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
    assert.equal((await apply(testApp, { email })).code, 'email-taken')
  })

  it('finds nothing settled that the other settled: no public profile, no mails they never asked for', async () => {
    const email = 'settled@example.com'
    const attacker = (await apply(testApp, { email })).data
    const { data: defaults } = await testApp.call(getSettings, {}, { token: attacker.accessToken })
    const body = { ...defaults, profileVisibility: 'public', marketingEmails: true } as const
    assert.equal((await testApp.call(putSettings, { body }, { token: attacker.accessToken })).status, 200)
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid: attacker.user.uuid, email }))
    const { accessToken: token } = entered.data.universal
    assert.deepEqual((await testApp.call(getSettings, {}, { token })).data, defaults)
  })

  it('finds no tracking record of the sign-up, and where it came from is forgotten', async () => {
    const email = 'tracked@example.com'
    const { accessToken, user } = (await apply(testApp, { email, source: 'a-strangers-text' })).data
    const { uuid } = user
    const params = { email }
    const body = { data: { email, name: 'Mallory', uuid, source: 'a-strangers-text' } }
    const kept = await testApp.call(putSignupTracking, { params, body }, { token: accessToken })
    assert.deepEqual(kept.data, { isCreated: true })
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
    const { accessToken: token } = entered.data.universal
    const found = await testApp.call(getSignupTracking, { params }, { token })
    assert.deepEqual([found.status, found.data], [200, null])
    // Another copy of the service may believe for a moment that the session of the stranger goes on.
    const another = await testApp.openAnother()
    const late = await apply(another, { email: 'late@example.com' })
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

  it('from the browser that signed up keeps password and session', async () => {
    const email = 'owner@example.com'
    const { data, headers } = await apply(testApp, { email })
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

  it('from the browser that signed up, after signing out there, takes the account: it may be a shared one', async () => {
    const email = 'classmate@example.com'
    const { data, headers } = await apply(testApp, { email, firstName: 'Mallory' })
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
