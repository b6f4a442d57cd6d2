/** Tests that each sign-up needs a solved captcha challenge of its own, and the number of allowed attempts (N-34). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { captchaActions } from '@foyer/contract/routes/captcha'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { solveCaptcha } from '../otp/test-codes.ts'
import { countRows, freshAddress, rowsOf, solveAhead, trySignUp, trySolvedSignUp } from './test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

const refusal = { invalidCaptcha: ['Verification failed, please try again later'] }

function onDevice(name: string): Record<string, string> {
  return { ...freshAddress(), 'x-device-id': `device-${name}` }
}

describe('sign-up without a captcha', () => {
  it('refuses a sign-up without a captcha and accepts the solution of its challenge', async () => {
    const headers = freshAddress()
    const unsolved = await trySignUp(testApp, { email: 'first@example.com' }, headers)
    assert.deepEqual(
      [unsolved.status, unsolved.code, unsolved.message],
      [400, 'captcha-needed', 'Please verify the captcha'],
    )
    assert.deepEqual(await countRows(testApp), rowsOf(0))
    const captcha = await solveCaptcha(unsolved.text)
    assert.equal((await trySignUp(testApp, { email: 'first@example.com', captcha }, headers)).status, 200)
  })

  it('does not count a sign-up without a captcha against its device', async () => {
    const headers = () => onDevice('that-asks-first')
    for (let count = 0; count < 5; count += 1)
      assert.equal((await trySignUp(testApp, {}, headers())).code, 'captcha-needed')
    assert.equal((await trySolvedSignUp(testApp, { email: 'patient@example.com' }, headers())).status, 200)
  })
})

describe('sign-up captcha', () => {
  it('accepts a challenge that was solved for a sign-up once', async () => {
    const captcha = await solveAhead(testApp, 'sign_up')
    const first = await trySignUp(testApp, { email: 'once@example.com', captcha })
    assert.equal(first.status, 200)
    const second = await trySignUp(testApp, { email: 'twice@example.com', captcha })
    assert.deepEqual([second.code, second.fields], ['captcha-refused', refusal])
  })

  it('refuses a challenge of another action or none at a sign-up, even if the action is altered', async () => {
    for (const action of [...captchaActions.filter((action) => action !== 'sign_up'), undefined]) {
      const captcha = await solveAhead(testApp, action)
      const { code, fields } = await trySignUp(testApp, { email: 'other@example.com', captcha })
      assert.deepEqual([code, fields], ['captcha-refused', refusal], action)
      const payload = JSON.parse(Buffer.from(captcha.value, 'base64').toString())
      payload.challenge.parameters.data.action = 'sign_up'
      const value = Buffer.from(JSON.stringify(payload)).toString('base64')
      assert.equal(
        (await trySignUp(testApp, { email: 'other@example.com', captcha: { ...captcha, value } })).code,
        'captcha-refused',
      )
    }
  })

  it('refuses a challenge solved for a sign-up or a code at the look-up', async () => {
    const headers = freshAddress()
    const lookUp = (captcha?: Awaited<ReturnType<typeof solveAhead>>) =>
      testApp.call(
        findUser,
        { body: { userId: 'a@example.com', product: 'learning', ...(captcha && { captcha }) } },
        { headers },
      )
    for (let count = 0; count < 30; count += 1) await lookUp()
    for (const action of ['sign_up', 'otp_send'] as const)
      assert.equal((await lookUp(await solveAhead(testApp, action, headers))).code, 'captcha-refused')
    for (const action of ['users_fetch', undefined] as const)
      assert.equal((await lookUp(await solveAhead(testApp, action, headers))).code, 'user-not-found')
  })

  it('refuses to make a challenge for an unknown action', async () => {
    const url = '/api/auth/captcha/challenge?action=sign_out'
    const { statusCode, body } = await testApp.app.inject(url)
    assert.equal(statusCode, 400)
    assert.match(body, /"action":\["Unknown action"\]/)
  })
})

describe('sign-up limits', () => {
  it('allows three sign-ups of a device an hour, including refused ones', async () => {
    const headers = () => onDevice('of-an-eager-person')
    assert.equal((await trySolvedSignUp(testApp, { email: 'eager@example.com' }, headers())).status, 200)
    for (let count = 0; count < 2; count += 1)
      assert.equal(
        (await trySolvedSignUp(testApp, { email: 'eager@example.com' }, headers())).code,
        'email-taken',
      )
    const refused = await trySolvedSignUp(testApp, { email: 'eager2@example.com' }, headers())
    assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
    assert.ok(Number(refused.headers['retry-after']) > 3_000)
    assert.equal((await trySolvedSignUp(testApp, { email: 'eager2@example.com' })).status, 200)
  })

  it('does not count a sign-up that is refused for its password', async () => {
    const headers = onDevice('of-a-careless-person')
    for (const password1 of ['password1', 'Asha2026', 'iloveyou!', 'careless1@example.com', 'foyer-99'])
      assert.match(
        String((await trySolvedSignUp(testApp, { email: 'careless1@example.com', password1 }, headers)).code),
        /^password-/,
      )
    for (const count of [1, 2, 3])
      assert.equal(
        (await trySolvedSignUp(testApp, { email: `careless${count}@example.com` }, headers)).status,
        200,
      )
    assert.equal((await trySolvedSignUp(testApp, { email: 'careless4@example.com' }, headers)).status, 429)
  })

  it('allows a hundred sign-ups of a network address an hour, whatever device id it sends', async () => {
    const { 'x-forwarded-for': address = '' } = freshAddress()
    const from = (device: number) => ({
      'x-forwarded-for': address,
      'x-device-id': `device-number-${device}`,
    })
    for (let count = 0; count < 100; count += 1)
      assert.equal((await trySignUp(testApp, {}, from(count))).code, 'captcha-needed')
    const refused = await trySolvedSignUp(testApp, { email: 'late@example.com' }, from(101))
    assert.equal(refused.status, 429)
    const { rows } = await sql`select from emails where key = 'late@example.com'`.execute(testApp.services.db)
    assert.equal(rows.length, 0)
  })
})
