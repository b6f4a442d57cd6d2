/** A stranger signs up with somebody else's address and chooses the name: no message brings it to the owner. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forgotPassword } from '@foyer/contract/routes/password-links'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { sql } from 'kysely'
import { invite } from '../accounts/users/invitations.ts'
import { codeTo, endWaits, mailCode, tryCode } from '../otp/test-codes.ts'
import { type House, openHouse } from '../testing/test-app.ts'
import { application, apply, countMade, goodPassword } from './test-applicants.ts'

let house: House
before(async () => {
  house = await openHouse({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => house.close())

const planted = { firstName: 'Call us now', lastName: 'you won' }
const fromAnother = { headers: { 'user-agent': 'Another', 'x-device-id': 'another-device' } }

async function messagesTo(email: string) {
  const messages = await house.services.outbox.recent(house.services.db, 200)
  return messages.filter(({ to }) => to === email).reverse()
}

describe('messages to an address that nobody has proven', () => {
  it('greet without the name that was given at sign-up, whatever they are about', async () => {
    const email = 'never-asked@example.com'
    const { data } = await apply(house, { email, ...planted })
    const { uuid } = data.user
    await mailCode(house, uuid)
    await house.call(forgotPassword, { body: { email, product: 'learning' } })
    const body = { uuid, password: goodPassword, product: 'learning' } as const
    const session = (await house.call(login, { body }, fromAnother)).data
    const another = 'seven quiet harbours'
    const change = { currentPassword: goodPassword, password1: another, password2: another }
    await house.call(changePassword, { body: change }, { token: session.accessToken })
    const first = { refreshToken: session.refreshToken }
    const second = { refreshToken: (await house.call(refreshToken, { body: first })).data.refreshToken }
    await house.call(refreshToken, { body: second })
    await sql`update sessions set rotated_at = rotated_at - interval '31 seconds'`.execute(house.services.db)
    await house.call(refreshToken, { body: first })
    await invite(house.services, { email, platform: 'professor', isBeta: false })

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

  it('greet by name once a code proved the address in the browser that signed up', async () => {
    const email = 'own@example.com'
    const { data, headers } = await apply(house, { email, firstName: 'Leela' })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const more = { headers: { cookie } }
    const { data: challenge } = await mailCode(house, data.user.uuid, more)
    const entered = await tryCode(house, { token: challenge.token, otp: await codeTo(house, email) }, more)
    assert.equal(entered.status, 200)
    await endWaits(house)
    await mailCode(house, data.user.uuid, more)
    const texts = (await messagesTo(email)).map(({ text }) => text.split('\n')[0])
    assert.deepEqual(texts, ['Hello,', 'Hello Leela,'])
  })
})

describe('a name at sign-up', () => {
  it('is refused at its field, and nothing is made of it', async () => {
    const before = await countMade(house)
    for (const [name, sentence] of [
      ['Asha\nRao', 'Names can’t contain line breaks or hidden characters'],
      ['1800 555 0199', 'Enter a name with at least one letter'],
      ['\u3164', 'Enter a name with at least one letter'],
      ['😀'.repeat(65), 'Length cannot be greater than 64'],
    ] as const) {
      for (const field of ['firstName', 'lastName'] as const) {
        const body = application({ email: 'named@example.com', [field]: name })
        const answer = await house.call(signUp, { body })
        assert.deepEqual([answer.status, answer.fields], [400, { [field]: [sentence] }])
      }
    }
    assert.deepEqual(await countMade(house), before)
  })

  it('of 64 emoji is taken whole', async () => {
    const name = '😀'.repeat(64)
    const { status, data } = await apply(house, {
      email: 'emoji@example.com',
      firstName: name,
      lastName: name,
    })
    assert.equal(status, 200)
    assert.equal(data.user.fullName, `${name} ${name}`)
  })
})
