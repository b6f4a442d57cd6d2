/** Tests that the settings of mail and SMS are either complete or refused with one line per fault. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'
import { faultsOf, production } from './test-environment.ts'

const { SMTP_URL: _, MAIL_FROM: __, ...productionWithoutMail } = production
const delivery = (env: Record<string, string>) => readConfig(env).delivery
const productionFaults = (env: Record<string, string>) => faultsOf({ ...productionWithoutMail, ...env })

const smtp = {
  SMTP_URL: 'smtps://user:secret@mail.example:465',
  MAIL_FROM: 'Accounts <no-reply@foyer.example>',
}
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15005550006' }
const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const webhook = { SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: secret }

describe('delivery', () => {
  it('delivery needs no setting while developing, and SMTP in production', () => {
    assert.deepEqual(delivery({}), { mail: null, sms: null })
    assert.deepEqual(productionFaults({}), ['SMTP_URL is missing', 'MAIL_FROM is missing'])
  })

  it('delivery accepts SMTP, Twilio and the SMS webhook', () => {
    for (const env of [smtp, { ...smtp, ...twilio }, { ...smtp, ...webhook }])
      assert.deepEqual(productionFaults(env), [])
    assert.deepEqual(delivery(smtp).mail?.from, { name: 'Accounts', address: 'no-reply@foyer.example' })
    assert.deepEqual(delivery({ ...smtp, MAIL_FROM: 'a@foyer.example' }).mail?.from, {
      name: 'Foyer',
      address: 'a@foyer.example',
    })
    assert.equal(delivery(twilio).sms?.kind, 'twilio')
    assert.equal(delivery(webhook).sms?.kind, 'webhook')
    assert.deepEqual(faultsOf({ ...twilio, TWILIO_BASE_URL: 'http://localhost:5400/' }), [])
  })

  const faulty: [string, Record<string, string>][] = [
    ['SMTP_URL', { ...smtp, SMTP_URL: '' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'https://secret' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: '' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'secret' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'secret@foyer.example, other@foyer.example' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'A\nBcc: secret <secret@foyer.example>' }],
    ['TWILIO_AUTH_TOKEN', { ...twilio, TWILIO_AUTH_TOKEN: '' }],
    ['TWILIO_FROM', { ...twilio, TWILIO_FROM: 'secret secret secret' }],
    ['TWILIO_BASE_URL', { ...twilio, TWILIO_BASE_URL: 'http://secret.example' }],
    ['SMS_WEBHOOK_URL', { ...webhook, SMS_WEBHOOK_URL: 'http://secret.example' }],
    ['SMS_WEBHOOK_URL', { ...webhook, SMS_WEBHOOK_URL: 'https://user:secret@sms.example' }],
    ['SMS_WEBHOOK_SECRET', { ...webhook, SMS_WEBHOOK_SECRET: 'whsec_c2VjcmV0' }],
    ['SMS_WEBHOOK_SECRET', { SMS_WEBHOOK_URL: webhook.SMS_WEBHOOK_URL }],
    ['SMS_WEBHOOK_URL', { ...webhook, ...twilio }],
  ]
  it('a faulty setting of delivery is refused in one line, without its value', () => {
    for (const [name, env] of faulty) {
      const faults = productionFaults({ ...smtp, ...env })
      assert.equal(faults.length, 1, faults.join('\n'))
      assert.ok(faults[0]?.startsWith(name), faults[0])
      assert.doesNotMatch(faults[0] ?? '', /secret/)
    }
  })
})
