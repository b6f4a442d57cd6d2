/** Tests that a user without a password sets a password with a code to the user's contact (N-153, N-154). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { sendOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { listSessions } from '@foyer/contract/routes/sessions'
import { changePassword, getOwnPassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { addMembership } from '../../identity/users/memberships.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import {
  ageChallenges,
  anotherCode,
  codeTo,
  endWaits,
  mailedCode,
  requestCode,
  tryCode,
} from '../otp/test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const chosen = 'heron on a tin roof'
const phoneNumber = '+919812345678'

type User = { uuid: string; email: string; token: string }
type Code = { token: string; otp: string }

/** Creates a user without a password, and signs the user in with a code. */
async function open(given: Parameters<TestApp['makeUser']>[0] = {}, app = testApp): Promise<User> {
  const user = await app.makeUser({ password: null, ...given })
  const { data } = await tryCode(app, await mailedCode(app, user))
  await endWaits(app)
  return { ...user, token: data.universal.accessToken }
}

async function codeFor({ uuid, email }: Pick<User, 'uuid' | 'email'>, app = testApp): Promise<Code> {
  const { data } = await requestCode(app, { medium: 'email', purpose: 'set_password', user: uuid })
  return { token: data.token, otp: await codeTo(app, email) }
}

function set(token: string, code: Partial<Code>, password1 = chosen, app = testApp) {
  const body = { ...code, password1, password2: password1 } as Call<typeof changePassword>['body']
  return app.call(changePassword, { body }, { token })
}

const state = async (token: string) => (await testApp.call(getOwnPassword, {}, { token })).data
const signIn = (uuid: string, password = chosen, app = testApp) =>
  app.call(login, { body: { uuid, password, product: 'learning' } })
const list = (token: string) => testApp.call(listSessions, {}, { token })

async function noticesTo(to: string, app = testApp): Promise<string[]> {
  const messages = await app.services.outbox.recent(app.services.db, 1_000)
  return messages.filter((message) => message.to === to).map(({ template }) => template)
}

describe('first password', () => {
  it('is set with a code, ends the other sessions, and is told to the owner', async () => {
    const user = await open()
    assert.deepEqual(await state(user.token), { hasPassword: false, codeContact: user.email })
    const { data: other } = await tryCode(testApp, await mailedCode(testApp, user))
    await endWaits(testApp)
    assert.equal((await list(other.universal.accessToken)).status, 200)
    const answer = await set(user.token, await codeFor(user))
    assert.deepEqual([answer.status, answer.text], [204, ''])
    assert.equal((await signIn(user.uuid)).status, 200)
    assert.deepEqual(await state(user.token), { hasPassword: true, codeContact: null })
    assert.equal((await list(user.token)).status, 200)
    assert.equal((await list(other.universal.accessToken)).status, 401)
    assert.equal((await noticesTo(user.email)).filter((template) => template === 'password-set').length, 1)
    const { rows } = await sql<{ event: string }>`
      select event from audit_events where user_id = ${user.uuid} and event like 'password%'`.execute(
      testApp.services.db,
    )
    assert.deepEqual(rows, [{ event: 'password-created' }])
  })

  it('is set with a code by SMS for an account with a phone number alone, which is told by SMS', async () => {
    const user = await testApp.makeUser({ password: null, phoneNumber })
    await testApp.services.db.deleteFrom('emails').where('userId', '=', user.uuid).execute()
    const first = { medium: 'sms', purpose: 'login', user: user.uuid } as const
    const { data: asked } = await requestCode(testApp, first)
    const entered = await tryCode(testApp, { token: asked.token, otp: await codeTo(testApp, phoneNumber) })
    const token = entered.data.universal.accessToken
    assert.deepEqual(await state(token), { hasPassword: false, codeContact: phoneNumber })
    await endWaits(testApp)
    const { data } = await requestCode(testApp, { ...first, purpose: 'set_password' })
    const code = { token: data.token, otp: await codeTo(testApp, phoneNumber) }
    assert.equal((await set(token, code)).status, 204)
    assert.equal((await signIn(user.uuid)).status, 200)
    assert.ok((await noticesTo(phoneNumber)).includes('password-set'))
  })

  it('names no contact to an account that has none', async () => {
    const user = await open()
    await testApp.services.db.deleteFrom('emails').where('userId', '=', user.uuid).execute()
    assert.deepEqual(await state(user.token), { hasPassword: false, codeContact: null })
  })

  it('refuses a weak password with its sentence, and the code stays valid', async () => {
    const user = await open({ firstName: 'Quintessa' })
    const code = await codeFor(user)
    for (const [password, expected] of [
      ['Password2026!', 'password-common'],
      ['Quintessa2026', 'password-personal'],
    ] as const) {
      const answer = await set(user.token, code, password)
      assert.deepEqual([answer.code, Object.keys(answer.fields)], [expected, ['password1']])
    }
    assert.equal((await set(user.token, code)).status, 204)
  })

  it('accepts one of fifty requests at once with the same code', async () => {
    const user = await open()
    const code = await codeFor(user)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => set(user.token, code, `heron on roof number ${turn}`)),
    )
    const accepted = answers.findIndex(({ status }) => status === 204)
    assert.equal(answers.filter(({ status }) => status === 204).length, 1)
    for (const { status } of answers) assert.ok([204, 400, 429, 503].includes(status), String(status))
    assert.equal((await signIn(user.uuid, `heron on roof number ${accepted}`)).status, 200)
    assert.equal((await noticesTo(user.email)).filter((template) => template === 'password-set').length, 1)
  })
})

describe('refused first password', () => {
  it('refuses a wrong code, and the right one after five wrong ones', async () => {
    const user = await open()
    const code = await codeFor(user)
    const wrong = { ...code, otp: anotherCode(code.otp) }
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await set(user.token, wrong)
      assert.deepEqual([answer.status, answer.code, Object.keys(answer.fields)], [400, 'otp-wrong', ['otp']])
      await endWaits(testApp)
    }
    assert.equal((await set(user.token, code)).code, 'otp-expired')
    assert.equal((await signIn(user.uuid)).code, 'wrong-credentials')
  })

  it('refuses a code that has expired, was used, or was sent for another purpose', async () => {
    const user = await open()
    const signInCode = await mailedCode(testApp, user)
    await endWaits(testApp)
    assert.equal((await set(user.token, signInCode)).code, 'otp-expired')
    const old = await codeFor(user)
    await ageChallenges(testApp, 301)
    assert.equal((await set(user.token, old)).code, 'otp-expired')
    await endWaits(testApp)
    const code = await codeFor(user)
    const entered = await tryCode(testApp, code)
    assert.equal(entered.code, 'otp-expired', 'the code opens no session')
    assert.equal((await set(user.token, code)).status, 204)
    assert.deepEqual((await set(user.token, code)).fields, { currentPassword: ['Required'] })
  })

  it("refuses another user's code like a wrong one", async () => {
    const [user, other] = [await open(), await open()]
    const code = await codeFor(other)
    assert.equal((await set(user.token, code)).code, 'otp-wrong')
    for (const { uuid } of [user, other]) assert.equal((await signIn(uuid)).code, 'wrong-credentials')
  })

  it('refuses a code in place of the current password of an account that has one', async () => {
    const user = await testApp.makeUser()
    const { data } = await signIn(user.uuid, rightPassword)
    const answer = await set(data.accessToken, await codeFor(user))
    assert.deepEqual([answer.status, answer.fields], [400, { currentPassword: ['Required'] }])
    assert.equal((await signIn(user.uuid, rightPassword)).status, 200)
  })

  it("refuses a platform's session, an invalid token and half a code", async () => {
    const user = await open()
    const code = await codeFor(user)
    const { data: minted } = await testApp.mint(user.token)
    const body = { code: minted.code, platform: 'student' as const }
    const { session } = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data
    assert.equal((await set(session.accessToken, code)).code, 'no-access')
    assert.equal((await testApp.call(getOwnPassword, {}, { token: session.accessToken })).code, 'no-access')
    assert.equal((await set('made-up', code)).code, 'session-ended')
    for (const half of [{}, { token: code.token }, { otp: code.otp }, { ...code, currentPassword: 'x' }])
      assert.deepEqual((await set(user.token, half)).fields, { currentPassword: ['Required'] })
    assert.equal((await set(user.token, code)).status, 204)
  })

  it('refuses the sixth password of a day', async () => {
    const app = await openTestApp({ config: { captcha: 'off' } })
    const user = await open({}, app)
    for (let turn = 0; turn < 6; turn += 1) {
      await app.services.db.deleteFrom('credentials').where('userId', '=', user.uuid).execute()
      await sql`delete from attempts where key not like 'password-changes:%'`.execute(app.services.db)
      const { status } = await set(user.token, await codeFor(user, app), `heron on roof ${turn}`, app)
      assert.equal(status, turn < 5 ? 204 : 429)
    }
    await app.close()
  })

  it('sends no code to an unknown or disabled user, and answers alike', async () => {
    const known = await open()
    const disabled = await testApp.makeUser({ password: null })
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(testApp.services.db)
    for (const user of [known.uuid, disabled.uuid, 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f']) {
      const body = { medium: 'email', purpose: 'set_password', user } as const
      const { status, data } = await testApp.call(sendOtp, { body })
      assert.deepEqual([status, Object.keys(data).sort()], [200, ['resendAt', 'token']])
    }
    assert.ok(!(await noticesTo(disabled.email)).includes('otp-code'))
  })

  it('gives staff no code and takes none where STAFF_OTP is off, though another platform of theirs takes codes', async () => {
    const app = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, staffOtp: 'off' } })
    const staff = await open({ platforms: ['student', 'professor'] }, app)
    const asked = await requestCode(app, { medium: 'email', purpose: 'set_password', user: staff.uuid })
    assert.equal(asked.status, 200)
    const codes = (await noticesTo(staff.email, app)).filter((template) => template === 'otp-code')
    assert.equal(codes.length, 1, 'only the code of the sign-in')
    const own = (await app.call(getOwnPassword, {}, { token: staff.token })).data
    assert.deepEqual(own, { hasPassword: false, codeContact: null })

    const learner = await open({}, app)
    const code = await codeFor(learner, app)
    const added = { userId: learner.uuid, platform: 'professor', provenance: 'administrator' } as const
    await addMembership(app.services.db, added)
    assert.equal((await set(learner.token, code, chosen, app)).code, 'otp-expired')
    assert.equal((await signIn(learner.uuid, chosen, app)).code, 'wrong-credentials')
    await app.close()
  })
})
