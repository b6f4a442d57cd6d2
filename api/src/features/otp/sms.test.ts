/** Tests the countries and the daily number of codes by SMS, and the alarm in the log (N-22). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import type { Config } from '../../kernel/config/config.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { countMessages, mailCode, requestCode } from './test-codes.ts'

const french = '+33612345678'
const indian = '+919876543210'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

function textCode(ownApp: TestApp, user: string, channel?: 'both') {
  return requestCode(ownApp, { medium: 'sms', purpose: 'login', user, ...(channel && { channel }) })
}

/** Makes a user with a phone number and no email. */
async function makePhoneUser(ownApp: TestApp, phoneNumber: string, platforms: Platform[] = ['student']) {
  const { uuid } = await ownApp.makeUser({ phoneNumber, platforms })
  await ownApp.services.db.deleteFrom('emails').where('userId', '=', uuid).execute()
  return uuid
}

describe('SMS countries', () => {
  it('names an unsupported SMS country if the look-up already discloses the account', async () => {
    const answer = await textCode(testApp, await makePhoneUser(testApp, french))
    assert.equal(answer.status, 400)
    assert.equal(answer.code, 'sms-country')
    assert.match(answer.fields.userId?.[0] ?? '', /Sign in with your email address instead\.$/)
  })

  it('hides an unsupported SMS country if the answer would reveal an account', async () => {
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

  it('sends only the mail of a code to an unsupported SMS country', async () => {
    const { uuid, email } = await testApp.makeUser({ phoneNumber: '+33612345681' })
    assert.equal((await textCode(testApp, uuid, 'both')).status, 200)
    const [message] = await testApp.services.outbox.recent(testApp.services.db, 1)
    assert.deepEqual([message?.to, message?.channel], [email, 'email'])
  })

  it('texts a code to a country that the configuration lists', async () => {
    const french = await openTestApp({ config: { smsCountries: ['FR'] } })
    assert.equal((await textCode(french, await makePhoneUser(french, '+33612345678'))).status, 200)
    assert.equal(await countMessages(french), 1)
    await french.close()
  })
})

describe('service without SMS', () => {
  it('refuses SMS to known and unknown users alike and still sends mail', async () => {
    const withoutSms = await openTestApp({ config: { limitsFactor: 1_000 } })
    withoutSms.services.outbox.canSend = (channel) => channel === 'email'
    const { uuid, email } = await withoutSms.makeUser({ phoneNumber: indian })
    const refused = await textCode(withoutSms, uuid)
    assert.equal(refused.status, 503)
    assert.equal(refused.code, 'sms-unavailable')
    assert.match(refused.fields.userId?.[0] ?? '', /Sign in with your email address instead\.$/)
    assert.equal((await textCode(withoutSms, randomUUID())).text, refused.text)
    assert.equal((await textCode(withoutSms, uuid, 'both')).status, 200, 'no attempt was used up')
    assert.equal((await textCode(withoutSms, randomUUID(), 'both')).status, 200)
    const messages = await withoutSms.services.outbox.recent(withoutSms.services.db, 10)
    assert.deepEqual(
      messages.map(({ to, channel }) => [to, channel]),
      [[email, 'email']],
    )
    await withoutSms.close()
  })

  it('hides an unsupported SMS country in a service without SMS', async () => {
    const withoutSms = await openTestApp()
    withoutSms.services.outbox.canSend = (channel) => channel === 'email'
    const user = await makePhoneUser(withoutSms, indian)
    assert.equal((await textCode(withoutSms, user, 'both')).status, 200)
    assert.equal(await countMessages(withoutSms), 0)
    await withoutSms.close()
  })
})

describe('daily SMS limit', () => {
  async function openLimited(config: Partial<Config> = {}): Promise<TestApp> {
    return openTestApp({ config: { smsPerDay: 1, limitsFactor: 1_000, ...config } })
  }

  it('refuses SMS alike once the daily limit is used up and still sends mail', async () => {
    const limited = await openLimited()
    const first = await makePhoneUser(limited, indian)
    const second = await limited.makeUser({ phoneNumber: '+919876543211' })
    assert.equal((await textCode(limited, randomUUID())).status, 200, 'an unknown user uses up no SMS')
    assert.equal((await textCode(limited, first)).status, 200)
    const refused = await textCode(limited, second.uuid)
    const unknown = await textCode(limited, randomUUID())
    assert.equal(refused.status, 503)
    assert.equal(refused.code, 'sms-unavailable')
    assert.match(refused.fields.userId?.[0] ?? '', /Sign in with your email address instead\.$/)
    assert.equal(unknown.text, refused.text)
    assert.equal((await mailCode(limited, second.uuid)).status, 200, 'no attempt was used up')
    await limited.close()
  })

  it('logs one alarm when the daily SMS limit is used up', async () => {
    const limited = await openLimited({ logLevel: 'warn' })
    const lines = limited.captureLog()
    for (let count = 0; count < 3; count += 1) {
      await textCode(limited, await makePhoneUser(limited, `+9198765432${20 + count}`))
    }
    assert.equal(lines.filter((line) => /alarm/.test(line)).length, 1)
    await limited.close()
  })
})
