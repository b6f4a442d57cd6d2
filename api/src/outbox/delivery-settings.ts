/** By what messages leave the house, as the environment says it. */

import { withoutEndSlashes } from '../config/environment.ts'
import { isRecipient } from './recipient.ts'
import type { SmtpSettings } from './senders/smtp.ts'
import type { TwilioSettings } from './senders/twilio.ts'
import type { WebhookSettings } from './senders/webhook.ts'

/** null: nothing is sent; while developing, messages then stay in the inbox. */
export type DeliverySettings = {
  mail: SmtpSettings | null
  sms: ({ kind: 'twilio' } & TwilioSettings) | ({ kind: 'webhook' } & WebhookSettings) | null
}

type Given = {
  /** A setting, undefined where it is empty. */
  read(name: string): string | undefined
  provider: string
  isProduction: boolean
  /** One line each, without the value. */
  faults: string[]
}

export function readDeliverySettings(given: Given): DeliverySettings {
  return { mail: readMail(given), sms: readSms(given) }
}

/** Production sends mail; without any setting nothing else does. */
function readMail({ read, provider, isProduction, faults }: Given): SmtpSettings | null {
  const [url, from] = [read('SMTP_URL'), read('MAIL_FROM')]
  if (!url && !from && !isProduction) return null
  const parsed = url === undefined ? null : URL.parse(url)
  const sender = from === undefined ? null : readFrom(from, provider)
  if (url === undefined) faults.push('SMTP_URL is missing')
  else if (!parsed?.hostname || !/^smtps?:$/.test(parsed.protocol))
    faults.push('SMTP_URL must be smtps://user:password@host:port or smtp://…')
  if (from === undefined) faults.push('MAIL_FROM is missing')
  else if (!sender) faults.push('MAIL_FROM must be an address, or Name <address>')
  return url && sender ? { url, from: sender } : null
}

/** `Foyer <no-reply@accounts.example>`, or the address alone, which then carries the provider's name. */
function readFrom(from: string, provider: string): SmtpSettings['from'] | null {
  const [, before = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? []
  const name = /^"?([^"\p{C}]*)"?$/u.exec(before.trim())?.[1]
  const address = bracketed ?? from.trim()
  return name !== undefined && isRecipient('email', address)
    ? { name: name.trim() || provider, address }
    : null
}

function readSms(given: Given): DeliverySettings['sms'] {
  const { read, faults } = given
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'].filter(read)
  const webhook = ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'].filter(read)
  if (twilio.length > 0 && webhook.length > 0)
    faults.push(`SMS_WEBHOOK_URL: SMS leave by one way, and ${twilio[0]} is set too`)
  else if (twilio.length > 0) return readTwilio(given)
  else if (webhook.length > 0) return readWebhook(given)
  return null
}

function readTwilio(given: Given): DeliverySettings['sms'] {
  const { read, faults } = given
  const accountSid = required(given, 'TWILIO_ACCOUNT_SID')
  const authToken = required(given, 'TWILIO_AUTH_TOKEN')
  const from = required(given, 'TWILIO_FROM')
  if (accountSid && !/^\w+$/.test(accountSid)) faults.push('TWILIO_ACCOUNT_SID must be letters and digits')
  if (from && !/^(\+[0-9]{5,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/.test(from))
    faults.push('TWILIO_FROM must be a number like +15005550006, a name of up to 11 letters, or MG…')
  const baseUrl = address(given, 'TWILIO_BASE_URL', read('TWILIO_BASE_URL') ?? 'https://api.twilio.com')
  return { kind: 'twilio', accountSid, authToken, from, baseUrl: withoutEndSlashes(baseUrl) }
}

function readWebhook(given: Given): DeliverySettings['sms'] {
  const url = address(given, 'SMS_WEBHOOK_URL', required(given, 'SMS_WEBHOOK_URL'))
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(required(given, 'SMS_WEBHOOK_SECRET')) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (given.read('SMS_WEBHOOK_SECRET') && (key.length < 24 || key.length > 64))
    given.faults.push('SMS_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64')
  return { kind: 'webhook', url, key }
}

function required({ read, faults }: Given, name: string): string {
  const value = read(name)
  if (value === undefined) faults.push(`${name} is missing`)
  return value ?? ''
}

/** Numbers and codes go there: in production never in clear, except to this machine. */
function address({ isProduction, faults }: Given, name: string, value: string): string {
  const parsed = URL.parse(value)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(parsed?.hostname ?? '')
  const isFine = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && (isHere || !isProduction))
  if (value && (!isFine || parsed?.username)) faults.push(`${name} must be an https address`)
  return value
}
