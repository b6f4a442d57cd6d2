/**
 * Tests the sign-up of a school with an existing account and a one-time code, and accounts that strangers opened
 * (N-109, N-111, N-154).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listSessions } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { endWaits, mailedCode, tryCode } from '../otp/test-codes.ts'
import {
  goodPassword,
  mailsTo,
  placeIn,
  requestSchoolCode,
  schoolCode,
  schoolsOf,
  trySchool,
  tryWithAccount,
} from '../schools/test-schools.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'

let testApp: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
  india = await placeIn(testApp, 'IN')
})
after(() => testApp.close())

describe('a proof by code', () => {
  it('works for an account without a membership in the product, once, and gives it no password', async () => {
    const { uuid, email } = await testApp.makeUser({ password: null, platforms: ['professor'] })
    const proof = await schoolCode(testApp, email)
    const typed = { password1: goodPassword, password2: goodPassword }
    const { status, data } = await tryWithAccount(testApp, { ...india, email, proof, ...typed })
    assert.deepEqual([status, data.user.uuid, data.platform], [200, uuid, 'school'])
    const used = await tryWithAccount(testApp, { ...india, email, proof })
    assert.equal(used.code, 'otp-expired')
    const signIn = await testApp.call(login, { body: { email, password: goodPassword, product: 'school' } })
    assert.deepEqual([signIn.status, signIn.code], [400, 'wrong-credentials'])
  })

  it('gives no password to an account of staff without one, also where STAFF_OTP is off', async () => {
    const app = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, staffOtp: 'off' } })
    const place = await placeIn(app, 'IN')
    const { uuid, email } = await app.makeUser({ password: null, platforms: ['svp'] })
    const typed = { password1: goodPassword, password2: goodPassword }
    const proof = await schoolCode(app, email)
    assert.equal((await tryWithAccount(app, { ...place, email, proof, ...typed })).status, 200)
    const signIn = await app.call(login, { body: { uuid, password: goodPassword, product: 'school' } })
    assert.deepEqual([signIn.status, signIn.code], [400, 'wrong-credentials'])
    await app.close()
  })

  it('keeps the password of an account that has one', async () => {
    const { email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    const typed = { password1: goodPassword, password2: goodPassword }
    assert.equal((await tryWithAccount(testApp, { ...india, email, proof, ...typed })).status, 200)
    const signIn = (password: string) => testApp.call(login, { body: { email, password, product: 'school' } })
    assert.equal((await signIn(goodPassword)).status, 400)
    assert.equal((await signIn(rightPassword)).status, 200)
  })

  it('takes no code of a sign-in, and its own code signs in nowhere', async () => {
    const user = await testApp.makeUser()
    const ofSignIn = await mailedCode(testApp, user)
    assert.equal(
      (await tryWithAccount(testApp, { ...india, email: user.email, proof: ofSignIn })).code,
      'otp-expired',
    )
    await endWaits(testApp)
    const ofSchool = await schoolCode(testApp, user.email)
    assert.equal((await tryCode(testApp, ofSchool)).code, 'otp-expired')
  })

  it('takes no code that was sent to another email', async () => {
    const attacker = await testApp.makeUser()
    const victim = await testApp.makeUser()
    const proof = await schoolCode(testApp, attacker.email)
    const { code } = await tryWithAccount(testApp, { ...india, email: victim.email, proof })
    assert.equal(code, 'otp-wrong')
    assert.deepEqual(
      [await schoolsOf(testApp, victim.uuid), await schoolsOf(testApp, attacker.uuid)],
      [[], []],
    )
  })

  it('answers a request for a code alike for unknown, disabled and known emails, and mails the known alone', async () => {
    const known = await testApp.makeUser()
    const disabled = await testApp.makeUser()
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(testApp.services.db)
    const emails = [known.email, disabled.email, 'unknown-to-all@example.com']
    const shapes = new Set<string>()
    const counts = new Set<number>()
    for (const email of emails)
      counts.add(
        await testApp.countStatements(async () => {
          const { status, data } = await requestSchoolCode(testApp, email)
          shapes.add(JSON.stringify([status, Object.keys(data), data.token.length]))
        }),
      )
    assert.deepEqual([shapes.size, counts.size], [1, 1])
    assert.deepEqual(
      await Promise.all(emails.map(async (email) => (await mailsTo(testApp, email)).length)),
      [1, 0, 0],
    )
  })
})

describe('an account that a stranger opened with the email', () => {
  it('clears an account that a stranger opened when its owner enters a code, who alone gets the school', async () => {
    const email = 'owner-of-this@example.com'
    const stranger = await trySignUp(testApp, { email, firstName: 'Mallory' })
    const ofStranger = { ...india, email, schoolName: 'A trap', proof: { password: goodPassword } }
    assert.equal((await tryWithAccount(testApp, ofStranger)).status, 200)
    const proof = await schoolCode(testApp, email)
    const { data } = await tryWithAccount(testApp, { ...india, email, proof })
    assert.deepEqual([data.user.fullName, data.user.isEmailVerified], ['Meera Iyer', true])
    assert.deepEqual(await schoolsOf(testApp, data.user.uuid), ['Green Valley School'])
    const old = await testApp.call(listSessions, {}, { token: stranger.data.accessToken })
    assert.equal(old.status, 401)
    const password = await tryWithAccount(testApp, { ...india, email, proof: { password: goodPassword } })
    assert.equal(password.code, 'wrong-credentials')
  })

  it("stores the typed password in place of the stranger's that it has just removed", async () => {
    const email = 'owner-with-a-password@example.com'
    await trySignUp(testApp, { email, firstName: 'Mallory' })
    const own = 'heron on a tin roof'
    const proof = await schoolCode(testApp, email)
    const given = { ...india, email, proof, password1: own, password2: own }
    assert.equal((await tryWithAccount(testApp, given)).status, 200)
    const signIn = (password: string) => testApp.call(login, { body: { email, password, product: 'school' } })
    assert.equal((await signIn(goodPassword)).status, 400)
    assert.equal((await signIn(own)).status, 200)
  })

  it('removes the school of a stranger when the owner of the email signs in by code', async () => {
    const email = 'owner-of-another@example.com'
    const { data } = await trySchool(testApp, { ...india, email, schoolName: 'A trap' })
    assert.deepEqual(await schoolsOf(testApp, data.user.uuid), ['A trap'])
    const code = await mailedCode(testApp, { uuid: data.user.uuid, email })
    assert.equal((await tryCode(testApp, { ...code, platform: 'school' })).status, 200)
    assert.deepEqual(await schoolsOf(testApp, data.user.uuid), [])
  })
})
