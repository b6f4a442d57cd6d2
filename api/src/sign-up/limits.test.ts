/** Sign-ups cost a puzzle from the first on, solved for them, and nobody may try often. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { captchaActions } from '@foyer/contract/routes/captcha'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { solveCaptcha } from '../otp/test-codes.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { apply, applySolved, countMade, freshAddress, made, solveAhead } from './test-applicants.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

const refusal = { invalidCaptcha: ['Verification failed, please try again later'] }

function onDevice(name: string): Record<string, string> {
  return { ...freshAddress(), 'x-device-id': `device-${name}` }
}

describe('a sign-up without a puzzle', () => {
  it('is told to solve the one that comes with the refusal, which then passes', async () => {
    const headers = freshAddress()
    const asked = await apply(testApp, { email: 'first@example.com' }, headers)
    assert.deepEqual(
      [asked.status, asked.code, asked.message],
      [400, 'captcha-needed', 'Please verify the captcha'],
    )
    assert.deepEqual(await countMade(testApp), made(0))
    const captcha = await solveCaptcha(asked.text)
    assert.equal((await apply(testApp, { email: 'first@example.com', captcha }, headers)).status, 200)
  })

  it('takes none of the three tries of a device', async () => {
    const headers = () => onDevice('that-asks-first')
    for (let count = 0; count < 5; count += 1)
      assert.equal((await apply(testApp, {}, headers())).code, 'captcha-needed')
    assert.equal((await applySolved(testApp, { email: 'patient@example.com' }, headers())).status, 200)
  })
})

describe('a puzzle', () => {
  it('passes for what it was fetched for, once', async () => {
    const captcha = await solveAhead(testApp, 'sign_up')
    const first = await apply(testApp, { email: 'once@example.com', captcha })
    assert.equal(first.status, 200)
    const second = await apply(testApp, { email: 'twice@example.com', captcha })
    assert.deepEqual([second.code, second.fields], ['captcha-refused', refusal])
  })

  it('of every other action, of none, or with another written over it is refused', async () => {
    for (const action of [...captchaActions.filter((one) => one !== 'sign_up'), undefined]) {
      const captcha = await solveAhead(testApp, action)
      const { code, fields } = await apply(testApp, { email: 'other@example.com', captcha })
      assert.deepEqual([code, fields], ['captcha-refused', refusal], action)
      const payload = JSON.parse(Buffer.from(captcha.value, 'base64').toString())
      payload.challenge.parameters.data.action = 'sign_up'
      const value = Buffer.from(JSON.stringify(payload)).toString('base64')
      assert.equal(
        (await apply(testApp, { email: 'other@example.com', captcha: { ...captcha, value } })).code,
        'captcha-refused',
      )
    }
  })

  it('for a sign-up, or for a code, opens no look-up', async () => {
    const headers = freshAddress()
    const look = (captcha?: Awaited<ReturnType<typeof solveAhead>>) =>
      testApp.call(
        findUser,
        { body: { userId: 'a@example.com', product: 'learning', ...(captcha && { captcha }) } },
        { headers },
      )
    for (let count = 0; count < 30; count += 1) await look()
    for (const action of ['sign_up', 'otp_send'] as const)
      assert.equal((await look(await solveAhead(testApp, action, headers))).code, 'captcha-refused')
    for (const action of ['users_fetch', undefined] as const)
      assert.equal((await look(await solveAhead(testApp, action, headers))).code, 'user-not-found')
  })

  it('is fetched for a known action alone', async () => {
    const url = '/api/auth/captcha/challenge?action=sign_out'
    const { statusCode, body } = await testApp.app.inject(url)
    assert.equal(statusCode, 400)
    assert.match(body, /"action":\["Unknown action"\]/)
  })
})

describe('tries', () => {
  it('of one device are three an hour, those refused for a known email among them', async () => {
    const headers = () => onDevice('of-an-eager-person')
    assert.equal((await applySolved(testApp, { email: 'eager@example.com' }, headers())).status, 200)
    for (let count = 0; count < 2; count += 1)
      assert.equal(
        (await applySolved(testApp, { email: 'eager@example.com' }, headers())).code,
        'email-taken',
      )
    const refused = await applySolved(testApp, { email: 'eager2@example.com' }, headers())
    assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
    assert.ok(Number(refused.headers['retry-after']) > 3_000)
    assert.equal((await applySolved(testApp, { email: 'eager2@example.com' })).status, 200)
  })

  it('that were refused for the password alone are none', async () => {
    const headers = onDevice('of-a-careless-person')
    for (const password1 of ['password1', 'Asha2026', 'iloveyou!', 'careless1@example.com', 'foyer-99'])
      assert.match(
        String((await applySolved(testApp, { email: 'careless1@example.com', password1 }, headers)).code),
        /^password-/,
      )
    for (const count of [1, 2, 3])
      assert.equal(
        (await applySolved(testApp, { email: `careless${count}@example.com` }, headers)).status,
        200,
      )
    assert.equal((await applySolved(testApp, { email: 'careless4@example.com' }, headers)).status, 429)
  })

  it('of one address are a hundred an hour, whatever device it claims to be', async () => {
    const { 'x-forwarded-for': address = '' } = freshAddress()
    const from = (device: number) => ({
      'x-forwarded-for': address,
      'x-device-id': `device-number-${device}`,
    })
    for (let count = 0; count < 100; count += 1)
      assert.equal((await apply(testApp, {}, from(count))).code, 'captcha-needed')
    const refused = await applySolved(testApp, { email: 'late@example.com' }, from(101))
    assert.equal(refused.status, 429)
    const { rows } = await sql`select from emails where key = 'late@example.com'`.execute(testApp.services.db)
    assert.equal(rows.length, 0)
  })
})
