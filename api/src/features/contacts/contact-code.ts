/**
 * Sends the code that proves an email or a phone number which a user has added. The answer and the message do not depend on
 * whether the contact has an account of its own: only its owner can learn that.
 */
import type { contactChallenge } from '@foyer/contract/profile/contacts'
import { otpSeconds } from '@foyer/contract/shared-values'
import type * as v from 'valibot'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { syntheticUuid } from '../../identity/sessions/identify-user.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { createChallenge, newCode } from '../../identity/tokens/create-challenge.ts'
import type { OwnContact } from '../../identity/users/own-contacts.ts'
import { Failure } from '../../kernel/failure.ts'
import { returnUse, useOnceDue } from '../../kernel/limits/growing-waits.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import { otpSendKey, otpSendLimits } from '../../kernel/limits/user-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { countSms, isTextable, smsUnavailable } from '../../messages/sms-limit.ts'
import type { Services } from '../../services.ts'
import { kinds } from './contact-kinds.ts'

/** A request of a user about their own contacts. */
export type OwnRequest = {
  caller: Caller
  requestContext: RequestContext
  browser: Browser
  warn(message: string, details: Record<string, number>): void
}

export type ContactChallenge = v.InferOutput<typeof contactChallenge>

const noSms = 'We can’t send text messages at the moment. Please try again later.'
const noSmsThere = 'We can’t send text messages to this country. Use a number of another country.'

/** Refuses a number that the service cannot text. The answer depends on the number and the configuration only. */
export function requireTextable(
  { config, outbox }: Pick<Services, 'config' | 'outbox'>,
  { channel, to }: Pick<OwnContact, 'channel' | 'to'>,
): void {
  if (channel !== 'sms') return
  if (!isTextable(config, to))
    throw new Failure('sms-country', { fields: { phoneNumber: noSmsThere }, detail: noSmsThere })
  if (!outbox.canSend('sms')) throw smsUnavailable('phoneNumber', { sentence: noSms })
}

/** Sends a code. The waits count by user and contact, so that removing and adding a contact does not shorten a wait. */
export async function sendContactCode(
  services: Services,
  contact: OwnContact,
  { caller, requestContext, browser, warn }: OwnRequest,
): Promise<ContactChallenge> {
  requireTextable(services, contact)
  const { db, keyring, config, outbox, metrics } = services
  const { userId, sessionId, platform } = caller
  const { id, channel, to } = contact
  const { purpose, template, name, codesPerContact, codesPerUser, keyOf } = kinds[channel]
  const key = keyOf(to)
  const sendKey = otpSendKey(keyring, syntheticUuid(keyring, `${name} of ${userId} ${key}`), null)
  const browserId = await findKnownBrowser(db, { browser, userId })
  const { deviceId } = requestContext
  const flow = { purpose, subject: id, userId, contactId: id, deviceId, browserId } as const
  const challenge = { ...flow, channel, isBoth: false, product: null } as const
  const use = await useOnceDue(db, sendKey, otpSendLimits, config.limitsFactor)
  const resendAt = use.nextAt.toISOString()
  if (!use.isDue) {
    throw new Failure('otp-too-soon', { waitSeconds: use.waitSeconds, fields: { resendAt } })
  }
  const perContact = `${name}-codes:${keyring.lastingMac(`${name} codes`, key).toString('base64url')}`
  const perUser = `${name}-codes-of:${keyring.lastingMac(`${name} codes of`, userId).toString('base64url')}`
  const rules = [
    { key: perContact, ...codesPerContact },
    { key: perUser, ...codesPerUser },
  ]
  try {
    await countAttempts(db, rules, config.limitsFactor)
    if (channel === 'sms')
      await countSms(services, { isSent: true, field: 'phoneNumber', sentence: noSms, warn })
  } catch (error) {
    await returnUse(db, sendKey)
    throw error
  }
  const details = { medium: channel, purpose }
  const recorded = { event: 'otp-sent', requestContext, userId, sessionId, platform, details } as const
  const code = newCode()
  // No name: the user chose it, and the contact may belong to another person.
  const values = { code, minutes: otpSeconds / 60, firstName: '', platform }
  const messages = [outbox.seal({ template, channel, to, values, expiresInSeconds: otpSeconds })]
  const token = await createChallenge(db, keyring, challenge, { code, recorded, messages })
  metrics.otpCodes.inc({ channel, result: 'sent' })
  return { token, resendAt }
}
