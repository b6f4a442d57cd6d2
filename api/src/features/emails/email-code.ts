/**
 * Mails the code that proves an address which a user has added. The answer and the mail do not depend on whether the address
 * has an account of its own: only a reader of the mail can learn that.
 */
import type { addEmail } from '@foyer/contract/profile/emails'
import type { Result } from '@foyer/contract/routes/route'
import { otpSeconds } from '@foyer/contract/shared-values'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { syntheticUuid } from '../../identity/sessions/identify-user.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { createChallenge, newCode } from '../../identity/tokens/create-challenge.ts'
import { emailKey } from '../../identity/users/identifier.ts'
import type { OwnEmail } from '../../identity/users/own-emails.ts'
import { Failure } from '../../kernel/failure.ts'
import { otpSendKey, otpSendLimits } from '../../kernel/limits/attempt-keys.ts'
import { returnUse, useOnceDue } from '../../kernel/limits/growing-waits.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

/** Limits the codes that all users together have mailed to one address. */
const codesPerAddress: Window = { max: 10, windowSeconds: 86_400 }

/** Limits the codes to all addresses of one user, so that an attacker cannot send mail to any number of people. */
const codesPerUser: Window = { max: 20, windowSeconds: 86_400 }

/** A request of a user about their own addresses. */
export type OwnRequest = { caller: Caller; requestContext: RequestContext; browser: Browser }

type EmailChallenge = Result<typeof addEmail>['challenge']

/** Sends a code. The waits count by user and address, so that removing and adding an address does not shorten a wait. */
export async function sendEmailCode(
  services: Services,
  { id, address }: OwnEmail,
  { caller, requestContext, browser }: OwnRequest,
): Promise<EmailChallenge> {
  const { db, keyring, config, outbox, metrics } = services
  const { userId, sessionId, platform } = caller
  const key = emailKey(address) ?? address
  const sendKey = otpSendKey(keyring, syntheticUuid(keyring, `email of ${userId} ${key}`), null)
  const browserId = await findKnownBrowser(db, { browser, userId })
  const { deviceId } = requestContext
  const flow = { purpose: 'verify_email', subject: id, userId, contactId: id, deviceId, browserId } as const
  const challenge = { ...flow, channel: 'email', isBoth: false, product: null } as const
  const use = await useOnceDue(db, sendKey, otpSendLimits, config.limitsFactor)
  const resendAt = use.nextAt.toISOString()
  if (!use.isDue) {
    throw new Failure('otp-too-soon', { waitSeconds: use.waitSeconds, fields: { resendAt } })
  }
  const perAddress = `email-codes:${keyring.lastingMac('email codes', key).toString('base64url')}`
  const perUser = `email-codes-of:${keyring.lastingMac('email codes of', userId).toString('base64url')}`
  const rules = [
    { key: perAddress, ...codesPerAddress },
    { key: perUser, ...codesPerUser },
  ]
  await countAttempts(db, rules, config.limitsFactor).catch(async (error) => {
    await returnUse(db, sendKey)
    throw error
  })
  const details = { medium: 'email', purpose: 'verify_email' }
  const recorded = { event: 'otp-sent', requestContext, userId, sessionId, platform, details } as const
  const code = newCode()
  // No name: the user chose it, and the address may belong to another person.
  const values = { code, minutes: otpSeconds / 60, firstName: '', platform }
  const mail = { template: 'verify-email', channel: 'email', to: address, values } as const
  const messages = [outbox.seal({ ...mail, expiresInSeconds: otpSeconds })]
  const token = await createChallenge(db, keyring, challenge, { code, recorded, messages })
  metrics.otpCodes.inc({ channel: 'email', result: 'sent' })
  return { token, resendAt }
}
