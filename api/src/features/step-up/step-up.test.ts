/**
 * Tests that an open session is proven again by the password or a code of its own user only, under the lockout of sign-ins
 * (N-177).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { endOneSession, refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { stepUp } from '@foyer/contract/routes/step-up'
import { recentProofSeconds } from '@foyer/contract/shared-values'
import { decodeJwt } from 'jose'
import { sessionCheckCacheMs } from '../../identity/sessions/access-tokens.ts'
import { skipTime } from '../../testing/skip-time.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from '../browser-sessions/test-browser.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { anotherCode, endWaits } from '../otp/test-codes.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { ageSessions, password, stepUpSteps } from './test-step-up.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open, add } = emailSteps(() => testApp)
const { prove, openOld, mailed, change, authTimeOf } = stepUpSteps(() => testApp)

describe('a step-up', () => {
  it('gives the session the time and method of the proof, and its tokens stay valid', async () => {
    const user = await testApp.makeUser()
    const body = { uuid: user.uuid, ...password, product: 'learning' } as const
    const { data: session } = await testApp.call(login, { body })
    await ageSessions(testApp, user.uuid)
    assert.equal((await prove(session.accessToken, await mailed(user))).status, 204)
    assert.equal((await change(session.accessToken)).status, 204)
    const given = { body: { refreshToken: session.refreshToken } }
    const { data: renewed } = await testApp.call(refreshToken, given)
    const [was, is] = [session, renewed].map(({ accessToken }) => decodeJwt(accessToken))
    assert.deepEqual([was?.amr, is?.amr], [['pwd'], ['otp']])
    assert.equal(was?.sid, is?.sid)
    assert.equal(is?.auth_time, await authTimeOf(String(is?.sid)))
  })

  it('works at once in another copy of the service', async () => {
    const { token } = await openOld()
    const other = await testApp.openAnother()
    const elsewhere = stepUpSteps(() => other)
    assert.equal((await elsewhere.change(token)).code, 'proof-needed')
    assert.equal((await prove(token, password)).status, 204)
    assert.equal((await elsewhere.change(token)).status, 204)
    await other.close()
  })

  it('is of this session only: not of the user’s other session, nor of a platform’s session below it', async () => {
    const { uuid, token } = await open()
    const browser = openBrowser(testApp)
    const { data: own } = await browser.signIn(uuid)
    const platform = await browser.handOver(own)
    await ageSessions(testApp, uuid)
    assert.equal((await browser.call(stepUp, { body: password }, { token: own.accessToken })).status, 204)
    assert.equal((await change(own.accessToken)).status, 204)
    assert.equal((await change(token)).code, 'proof-needed')
    const renewing = { body: { refreshToken: platform.refreshToken } }
    const { data } = await testApp.call(refreshToken, renewing, { client: 'student-client' })
    const age = Date.now() / 1_000 - Number(decodeJwt(data.accessToken).auth_time)
    assert.ok(age > recentProofSeconds - 1, `${age}`)
    const refused = await prove(platform.accessToken, password)
    assert.deepEqual([refused.status, refused.code], [403, 'no-access'])
  })

  it('replaces the cookie of the browser session, so that a copy continues nothing', async () => {
    const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'] })
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(uuid)
    await browser.list()
    const copy = openBrowser(testApp)
    for (const [name, value] of browser.jar) copy.jar.set(name, value)
    assert.equal((await browser.call(stepUp, { body: password }, { token: data.accessToken })).status, 204)
    assert.equal((await copy.continueAs(uuid, 'school')).code, 'not-signed-in-here')
    assert.equal((await browser.continueAs(uuid, 'school')).status, 200)
  })

  it('refuses a wrong password and a wrong code, which count towards the lockout of sign-ins', async () => {
    const owner = await openOld()
    const code = await mailed(owner)
    const wrong = await prove(owner.token, { password: 'not the password' })
    assert.deepEqual(
      [wrong.status, wrong.code, Object.keys(wrong.fields)],
      [400, 'wrong-credentials', ['password']],
    )
    for (let count = 0; count < 2; count += 1) await prove(owner.token, { password: 'not the password' })
    for (let count = 0; count < 2; count += 1)
      assert.equal((await prove(owner.token, { ...code, otp: anotherCode(code.otp) })).code, 'otp-wrong')
    assert.equal((await prove(owner.token, password)).status, 429)
    const body = { uuid: owner.uuid, ...password, product: 'learning' } as const
    assert.equal((await testApp.call(login, { body })).status, 429)
    await endWaits(testApp)
    assert.equal((await change(owner.token)).code, 'proof-needed')
    assert.equal((await prove(owner.token, password)).status, 204)
  })

  it('shares the lockout that wrong sign-ins have filled', async () => {
    const owner = await openOld()
    const body = { uuid: owner.uuid, password: 'not the password', product: 'learning' } as const
    for (let count = 0; count < 6; count += 1) await testApp.call(login, { body })
    assert.equal((await prove(owner.token, password)).status, 429)
    await endWaits(testApp)
  })

  it('takes a code once, of its own purpose and user only', async () => {
    const owner = await openOld()
    const stranger = await open()
    for (const purpose of ['login', 'set_password'] as const)
      assert.equal((await prove(owner.token, await mailed(owner, purpose))).code, 'otp-expired')
    const foreign = await mailed(stranger)
    assert.equal((await prove(owner.token, foreign)).code, 'otp-wrong')
    const verifying = await add((await open()).token, `more-${randomUUID()}@example.com`)
    assert.equal(
      (await prove(owner.token, { token: verifying.data.challenge.token, otp: '123456' })).code,
      'otp-expired',
    )
    assert.equal((await change(owner.token)).code, 'proof-needed')
    const code = await mailed(owner)
    assert.equal((await prove(owner.token, code)).status, 204)
    await ageSessions(testApp, owner.uuid)
    assert.equal((await prove(owner.token, code)).code, 'otp-expired')
    assert.equal((await change(owner.token)).code, 'proof-needed')
  })

  it('lets one of fifty concurrent calls with a code succeed', async () => {
    const owner = await openOld()
    const code = await mailed(owner)
    const answers = await Promise.all(Array.from({ length: 50 }, () => prove(owner.token, code)))
    assert.equal(answers.filter(({ status }) => status === 204).length, 1)
  })

  it('refuses a code of before a sign-in in another browser', async () => {
    const owner = await openOld()
    const code = await mailed(owner)
    await openBrowser(testApp).signIn(owner.uuid)
    assert.equal((await prove(owner.token, code)).code, 'otp-expired')
  })

  it('proves an address to which the code went for the first time, and keeps password and session', async () => {
    const email = `fresh-${randomUUID()}@example.com`
    const { data } = await trySignUp(testApp, { email })
    const user = { uuid: data.user.uuid, email }
    assert.equal((await prove(data.accessToken, await mailed(user))).status, 204)
    const body = { refreshToken: data.refreshToken }
    assert.equal((await testApp.call(refreshToken, { body })).status, 200)
    const row = await testApp.services.db
      .selectFrom('emails')
      .select('provenance')
      .where('address', '=', email)
      .executeTakeFirstOrThrow()
    assert.equal(row.provenance, 'verified')
  })

  it('refuses disabled users and ended sessions, and proves nothing for them', async () => {
    const disabled = await openOld()
    const { db } = testApp.services
    const code = await mailed(disabled)
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    skipTime(sessionCheckCacheMs)
    for (const proof of [password, code])
      assert.equal((await prove(disabled.token, proof)).code, 'session-ended')

    const ended = await openOld()
    const sid = String(decodeJwt(ended.token).sid)
    assert.equal(
      (await testApp.call(endOneSession, { params: { id: sid } }, { token: ended.token })).status,
      204,
    )
    assert.equal((await prove(ended.token, password)).code, 'session-ended')
    assert.ok(Date.now() / 1_000 - (await authTimeOf(sid)) > recentProofSeconds - 1)
  })

  it('refuses a body with both proofs or none, and a caller without a session', async () => {
    const { token } = await openOld()
    for (const body of [{}, { ...password, token: 'ot_x', otp: '123456' }, { token: 'ot_x' }])
      assert.equal((await prove(token, body)).code, 'invalid-request')
    assert.equal((await testApp.call(stepUp, { body: password })).code, 'session-ended')
  })

  it('records who proved a session, and reports a change without a proof', async () => {
    const owner = await openOld()
    const { db } = testApp.services
    await prove(owner.token, { password: 'not the password' })
    await prove(owner.token, password)
    const events = await db
      .selectFrom('auditEvents')
      .select(['event', 'details'])
      .where('userId', '=', owner.uuid)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      events.slice(-2).map(({ event, details }) => [event, details]),
      [
        ['password-refused', {}],
        ['step-up', { method: 'pwd' }],
      ],
    )
  })
})
