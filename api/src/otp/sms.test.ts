/** Text messages: to which countries, how many a day, and what an operator hears of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import type { Config } from '../config/config.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { askCode, countMessages, mailCode } from './test-codes.ts'

const french = '+33612345678'
const indian = '+919876543210'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

function textCode(at: TestApp, user: string, channel?: 'both') {
  return askCode(at, { medium: 'sms', purpose: 'login', user, ...(channel && { channel }) })
}

/** Somebody who is known by their number alone. */
async function makePhoneUser(at: TestApp, phoneNumber: string, platforms: Platform[] = ['student']) {
  const { uuid } = await at.makeUser({ phoneNumber, platforms })
  await at.services.db.deleteFrom('emails').where('userId', '=', uuid).execute()
  return uuid
}

describe('a number in a country we do not write to', () => {
  it('is named where the look-up told as much', async () => {
    const answer = await textCode(testApp, await makePhoneUser(testApp, french))
    assert.equal(answer.status, 400)
    assert.equal(answer.code, 'sms-country')
    assert.match(answer.fields.userId?.[0] ?? '', /Sign in with your email address instead\.$/)
  })

  it('is not named where strangers would learn of it: staff, another contact, a strict house', async () => {
    const staff = await makePhoneUser(testApp, '+33612345679', ['professor'])
    const withMail = await testApp.makeUser({ phoneNumber: '+33612345680' })
    const before = await countMessages(testApp)
    for (const user of [staff, withMail.uuid, randomUUID()]) {
      assert.equal((await textCode(testApp, user)).status, 200)
    }
    assert.equal(await countMessages(testApp), before)
    const strict = await openTestApp({ config: { enumerationMode: 'strict' } })
    assert.equal((await textCode(strict, await makePhoneUser(strict, french))).status, 200)
    await strict.close()
  })

  it('is passed over for the mail that was asked for too', async () => {
    const { uuid, email } = await testApp.makeUser({ phoneNumber: '+33612345681' })
    assert.equal((await textCode(testApp, uuid, 'both')).status, 200)
    const [message] = await testApp.services.outbox.recent(testApp.services.db, 1)
    assert.deepEqual([message?.to, message?.channel], [email, 'email'])
  })

  it('is written to where the configuration says so', async () => {
    const french = await openTestApp({ config: { smsCountries: ['FR'] } })
    assert.equal((await textCode(french, await makePhoneUser(french, '+33612345678'))).status, 200)
    assert.equal(await countMessages(french), 1)
    await french.close()
  })
})

describe('a house without a way to send text messages', () => {
  it('says so to everybody alike, uses no turn up, and sends the mail that was asked for too', async () => {
    const mute = await openTestApp({ config: { limitsFactor: 1_000 } })
    mute.services.outbox.canSend = (channel) => channel === 'email'
    const { uuid, email } = await mute.makeUser({ phoneNumber: indian })
    const refused = await textCode(mute, uuid)
    assert.equal(refused.status, 503)
    assert.equal(refused.code, 'sms-unavailable')
    assert.match(refused.fields.userId?.[0] ?? '', /Sign in with your email address instead\.$/)
    assert.equal((await textCode(mute, randomUUID())).text, refused.text)
    assert.equal((await textCode(mute, uuid, 'both')).status, 200, 'no turn was used up')
    assert.equal((await textCode(mute, randomUUID(), 'both')).status, 200)
    const messages = await mute.services.outbox.recent(mute.services.db, 10)
    assert.deepEqual(
      messages.map(({ to, channel }) => [to, channel]),
      [[email, 'email']],
    )
    await mute.close()
  })

  it('tells nobody of a country it would not write to', async () => {
    const mute = await openTestApp()
    mute.services.outbox.canSend = (channel) => channel === 'email'
    const user = await makePhoneUser(mute, indian)
    assert.equal((await textCode(mute, user, 'both')).status, 200)
    assert.equal(await countMessages(mute), 0)
    await mute.close()
  })
})

describe('the text messages of a day', () => {
  async function openShort(config: Partial<Config> = {}): Promise<TestApp> {
    return openTestApp({ config: { smsPerDay: 1, limitsFactor: 1_000, ...config } })
  }

  it('end for everybody alike, and mail goes on at once', async () => {
    const short = await openShort()
    const first = await makePhoneUser(short, indian)
    const second = await short.makeUser({ phoneNumber: '+919876543211' })
    assert.equal((await textCode(short, randomUUID())).status, 200, 'nobody uses none up')
    assert.equal((await textCode(short, first)).status, 200)
    const refused = await textCode(short, second.uuid)
    const unknown = await textCode(short, randomUUID())
    assert.equal(refused.status, 503)
    assert.equal(refused.code, 'sms-unavailable')
    assert.match(refused.fields.userId?.[0] ?? '', /Sign in with your email address instead\.$/)
    assert.equal(unknown.text, refused.text)
    assert.equal((await mailCode(short, second.uuid)).status, 200, 'no turn was used up')
    await short.close()
  })

  it('raise one alarm in the log', async () => {
    const short = await openShort({ logLevel: 'warn' })
    const lines = short.captureLog()
    for (let count = 0; count < 3; count += 1) {
      await textCode(short, await makePhoneUser(short, `+9198765432${20 + count}`))
    }
    assert.equal(lines.filter((line) => /alarm/.test(line)).length, 1)
    await short.close()
  })
})
