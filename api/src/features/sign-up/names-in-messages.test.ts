/** Tests that no message to the owner of an address contains the name that an impostor chose at sign-up (N-36). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forgotPassword } from '@foyer/contract/routes/password-links'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { invite } from '../accounts/invitations.ts'
import { codeTo, endWaits, mailCode, tryCode } from '../otp/test-codes.ts'
import { countRows, goodPassword, signUpBody, trySignUp } from './test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const planted = { firstName: 'Call us now', lastName: 'you won' }
const anotherBrowser = { headers: { 'user-agent': 'Another', 'x-device-id': 'another-device' } }

async function messagesTo(email: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 200)
  return messages.filter(({ to }) => to === email).reverse()
}

describe('names in messages', () => {
  it('omits the name from every message to an unproven address', async () => {
    const email = 'never-asked@example.com'
    const { data } = await trySignUp(testApp, { email, ...planted })
    const { uuid } = data.user
    await mailCode(testApp, uuid)
    await testApp.call(forgotPassword, { body: { email, product: 'learning' } })
    const body = { uuid, password: goodPassword, product: 'learning' } as const
    const session = (await testApp.call(login, { body }, anotherBrowser)).data
    const another = 'seven quiet harbours'
    const change = { currentPassword: goodPassword, password1: another, password2: another }
    await testApp.call(changePassword, { body: change }, { token: session.accessToken })
    const first = { refreshToken: session.refreshToken }
    const second = { refreshToken: (await testApp.call(refreshToken, { body: first })).data.refreshToken }
    await testApp.call(refreshToken, { body: second })
    await sql`update sessions set rotated_at = rotated_at - interval '31 seconds'`.execute(
      testApp.services.db,
    )
    await testApp.call(refreshToken, { body: first })
    await invite(testApp.services, { email, platform: 'professor', isBeta: false })

    const messages = await messagesTo(email)
    assert.deepEqual(messages.map(({ template }) => template).sort(), [
      'create-password',
      'new-device',
      'otp-code',
      'password-changed',
      'reset-password',
      'session-ended-for-safety',
    ])
    for (const { template, subject, text, html = '' } of messages) {
      for (const content of [subject, text, html]) assert.doesNotMatch(content, /Call us|you won/, template)
      assert.match(text, /^Hello,$/m, template)
    }
  })

  it('greets by name once a code proves the address in the browser that signed up', async () => {
    const email = 'own@example.com'
    const { data, headers } = await trySignUp(testApp, { email, firstName: 'Leela' })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const more = { headers: { cookie } }
    const { data: challenge } = await mailCode(testApp, data.user.uuid, more)
    const entered = await tryCode(
      testApp,
      { token: challenge.token, otp: await codeTo(testApp, email) },
      more,
    )
    assert.equal(entered.status, 200)
    await endWaits(testApp)
    await mailCode(testApp, data.user.uuid, more)
    const texts = (await messagesTo(email)).map(({ text }) => text.split('\n')[0])
    assert.deepEqual(texts, ['Hello,', 'Hello Leela,'])
  })
})

describe('sign-up name', () => {
  it('refuses a name with hidden characters or no letter and creates no account', async () => {
    const before = await countRows(testApp)
    for (const [name, sentence] of [
      ['Asha\nRao', 'Names can’t contain line breaks or hidden characters'],
      ['1800 555 0199', 'Enter a name with at least one letter'],
      ['\u3164', 'Enter a name with at least one letter'],
      ['😀'.repeat(65), 'Length cannot be greater than 64'],
    ] as const) {
      for (const field of ['firstName', 'lastName'] as const) {
        const body = signUpBody({ email: 'named@example.com', [field]: name })
        const answer = await testApp.call(signUp, { body })
        assert.deepEqual([answer.status, answer.fields], [400, { [field]: [sentence] }])
      }
    }
    assert.deepEqual(await countRows(testApp), before)
  })

  it('keeps a name of 64 emoji', async () => {
    const name = '😀'.repeat(64)
    const { status, data } = await trySignUp(testApp, {
      email: 'emoji@example.com',
      firstName: name,
      lastName: name,
    })
    assert.equal(status, 200)
    assert.equal(data.user.fullName, `${name} ${name}`)
  })
})
