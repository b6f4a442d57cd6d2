/** Tests changes of second factors, enrolment and the codes of support (N-201, N-204). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  confirmTotp,
  finishEnrolment,
  listSecondFactors,
  removeTotp,
  startEnrolment,
  startTotp,
} from '@foyer/contract/routes/second-factor'
import { stepUp } from '@foyer/contract/routes/step-up'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeSupportCode } from '../accounts/support-code.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { messagesTo, newPassword, requestedLink, reset } from '../password-links/test-links.ts'
import { goodPassword, trySignUp } from '../sign-up/test-sign-ups.ts'
import { ageEnrolment, enrolmentIn, secondFactorSteps, waysIn, wrongCode } from './test-second-factor.ts'
import { codeOf } from './test-totp.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { signIn, add, makeEnrolled, complete } = secondFactorSteps(() => testApp)

const noticesTo = async (email: string) =>
  (await messagesTo(testApp, email))
    .filter(({ template }) => template === 'second-factor-changed')
    .map(({ text }) => text)

const eventsOf = async (userId: string): Promise<string[]> => {
  const rows = testApp.services.db.selectFrom('auditEvents').select('event').where('userId', '=', userId)
  return (await rows.orderBy('id').execute()).map(({ event }) => event)
}

describe('a change of a second factor', () => {
  it('is told to the user and recorded', async () => {
    const user = await makeEnrolled()
    await testApp.call(stepUp, { body: { totp: codeOf(user.secret) } }, { token: user.token })
    await testApp.call(removeTotp, { params: { id: user.id } }, { token: user.token })
    const notices = await noticesTo(user.email)
    assert.equal(notices.length, 2)
    assert.match(notices[1] ?? '', /an authenticator app was added to your/)
    assert.match(notices[0] ?? '', /an authenticator app was removed from your/)
    const events = await eventsOf(user.uuid)
    assert.deepEqual(
      events.filter((event) => event.startsWith('totp')),
      ['totp-added', 'totp-removed'],
    )
  })

  it('tells the user of each recovery code', async () => {
    const user = await makeEnrolled()
    const { token } = waysIn(await signIn(user.uuid))
    await complete({ token, recoveryCode: user.recoveryCodes[0] ?? '' })
    const [notice = ''] = await noticesTo(user.email)
    assert.match(notice, /recovery code was used/i)
    assert.ok(!notice.includes(user.recoveryCodes[0] ?? '-'))
    assert.ok((await eventsOf(user.uuid)).includes('recovery-code-used'))
  })

  it('concerns the own apps only', async () => {
    const [owner, other] = [await makeEnrolled(), await makeEnrolled()]
    const { data: begun } = await testApp.call(startTotp, {}, { token: owner.token })
    const confirming = { params: { id: begun.id }, body: { totp: codeOf(begun.secret) } }
    assert.equal((await testApp.call(confirmTotp, confirming, { token: other.token })).code, 'not-found')
    const removing = { params: { id: owner.id } }
    assert.equal((await testApp.call(removeTotp, removing, { token: other.token })).code, 'not-found')
    assert.equal((await testApp.call(listSecondFactors, {}, { token: owner.token })).data.items.length, 1)
  })

  it('does not happen with a new password', async () => {
    const user = await makeEnrolled()
    await reset(testApp, await requestedLink(testApp, user))
    const body = { uuid: user.uuid, password: newPassword, product: 'learning' } as const
    const { login } = await import('@foyer/contract/routes/sign-in')
    assert.equal((await testApp.call(login, { body })).code, 'second-factor-needed')
  })

  it('happens at the first proof of the address, when an impostor may have added the app', async () => {
    const email = `owner-${Math.random().toString(36).slice(2)}@example.com`
    const { data: impostor } = await trySignUp(testApp, {
      email,
      password1: goodPassword,
      password2: goodPassword,
    })
    await add(impostor.accessToken)
    const { uuid } = impostor.user
    assert.equal((await tryCode(testApp, await mailedCode(testApp, { uuid, email }))).status, 200)
    const { rows } = await sql`select from totp_factors where user_id = ${uuid}
      union all select from recovery_codes where user_id = ${uuid}`.execute(testApp.services.db)
    assert.equal(rows.length, 0)
  })

  it('ends the token of a first factor with the password that it proved', async () => {
    const user = await makeEnrolled()
    const { token } = waysIn(await signIn(user.uuid))
    await reset(testApp, await requestedLink(testApp, user))
    assert.equal((await complete({ token, totp: codeOf(user.secret) })).code, 'second-factor-expired')
  })
})

describe('a platform that asks for two factors', () => {
  async function overdue() {
    const user = await testApp.makeUser({ platforms: ['svp'] })
    const first = await signIn(user.uuid, 'svp')
    await ageEnrolment(testApp, user.uuid, 14)
    return { ...user, first, refused: await signIn(user.uuid, 'svp') }
  }

  it('opens for fourteen days without a second factor, and says until when', async () => {
    const { first, refused } = await overdue()
    const days = (Date.parse(first.data.enrolBy ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 13.9 && days <= 14, `${days}`)
    assert.deepEqual([refused.status, refused.code], [403, 'enrolment-needed'])
  })

  it('then lets the user set up an app, and opens with it', async () => {
    const { uuid, email, refused } = await overdue()
    const token = enrolmentIn(refused)
    const { data: begun } = await testApp.call(startEnrolment, { body: { token } })
    const code = codeOf(begun.secret)
    const wrong = { body: { token, id: begun.id, totp: wrongCode(code) } }
    assert.equal((await testApp.call(finishEnrolment, wrong)).code, 'second-factor-wrong')
    const { status, data } = await testApp.call(finishEnrolment, {
      body: { token, id: begun.id, totp: code },
    })
    assert.equal(status, 200)
    assert.equal(data.recoveryCodes.length, 10)
    assert.deepEqual([data.session.platform, data.session.user.uuid], ['svp', uuid])
    assert.equal(decodeJwt(data.session.accessToken).acr, '2')
    assert.equal((await noticesTo(email)).length, 1)
    assert.equal((await testApp.call(startEnrolment, { body: { token } })).code, 'second-factor-expired')
    assert.equal((await signIn(uuid, 'svp')).code, 'second-factor-needed')
  })

  it('gives a token that opens nothing else, and adds no app beside one', async () => {
    const { uuid, refused } = await overdue()
    const [token, second] = [enrolmentIn(refused), enrolmentIn(await signIn(uuid, 'svp'))]
    assert.equal((await complete({ token, totp: '123456' })).code, 'second-factor-expired')
    const { data: one } = await testApp.call(startEnrolment, { body: { token } })
    const body = { token, id: one.id, totp: codeOf(one.secret) }
    assert.equal((await testApp.call(finishEnrolment, { body })).status, 200)
    assert.equal(
      (await testApp.call(startEnrolment, { body: { token: second } })).code,
      'second-factor-expired',
    )
  })

  it('asks an enrolled user for the passkey or code of a first factor only within five minutes', async () => {
    const user = await makeEnrolled()
    const { token } = waysIn(await signIn(user.uuid))
    await sql`update one_time_tokens set expires_at = now() where purpose = 'second-factor'`.execute(
      testApp.services.db,
    )
    assert.equal((await complete({ token, totp: codeOf(user.secret) })).code, 'second-factor-expired')
  })
})

describe('a code of support', () => {
  it('stands in for the app once, after the password, and is told by mail', async () => {
    const user = await makeEnrolled()
    const code = (await makeSupportCode(testApp.services, user.uuid)) ?? ''
    assert.equal((await noticesTo(user.email)).filter((text) => /support made a code/.test(text)).length, 1)
    const { token } = waysIn(await signIn(user.uuid))
    const { status, data } = await complete({ token, recoveryCode: code })
    assert.equal(status, 200)
    const again = waysIn(await signIn(user.uuid))
    assert.equal((await complete({ token: again.token, recoveryCode: code })).code, 'second-factor-wrong')
    // The user now removes the lost app and adds another one.
    const removing = { params: { id: user.id } }
    assert.equal((await testApp.call(removeTotp, removing, { token: data.accessToken })).status, 204)
    assert.deepEqual(
      (await eventsOf(user.uuid)).filter((event) => event.startsWith('support')),
      ['support-code-made', 'support-code-used'],
    )
  })

  it('works for its user and for twenty minutes only, and a new one replaces it', async () => {
    const [user, other] = [await makeEnrolled(), await makeEnrolled()]
    const first = (await makeSupportCode(testApp.services, user.uuid)) ?? ''
    const { token: foreign } = waysIn(await signIn(other.uuid))
    assert.equal((await complete({ token: foreign, recoveryCode: first })).code, 'second-factor-wrong')
    const second = (await makeSupportCode(testApp.services, user.uuid)) ?? ''
    const { token } = waysIn(await signIn(user.uuid))
    assert.equal((await complete({ token, recoveryCode: first })).code, 'second-factor-wrong')
    await sql`update one_time_tokens set expires_at = now() where purpose = 'support-code'`.execute(
      testApp.services.db,
    )
    assert.equal((await complete({ token, recoveryCode: second })).code, 'second-factor-wrong')
  })

  it('is not made for a user without a second factor', async () => {
    const { uuid } = await testApp.makeUser()
    assert.equal(await makeSupportCode(testApp.services, uuid), null)
  })
})
