/**
 * Sends a one-time code. For an unknown user the same statements run, and a message is made but not stored: the answer, its
 * time and the limits do not reveal whether the account exists.
 */
import { channels } from '@foyer/contract/contact'
import { defaultPlatform, type Platform, type Product, schoolSignUpPlatform } from '@foyer/contract/platforms'
import { isProofPurpose, otpPurposes, type sendOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { otpSeconds } from '@foyer/contract/shared-values'
import { identifyUser, type NamedBy } from '../../identity/sessions/identify-user.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { createChallenge, createWaitingChallenge, newCode } from '../../identity/tokens/create-challenge.ts'
import { type Challenge, findChallenge } from '../../identity/tokens/otp-challenges.ts'
import { isSameProductAndDevice, otpFailure, productOf } from '../../identity/tokens/otp-checks.ts'
import { browserOfCount } from '../../identity/users/contacts.ts'
import { readEmailIdentifier } from '../../identity/users/identifier.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { returnUse, type TimedUse, useOnceDue } from '../../kernel/limits/growing-waits.ts'
import { otpSendKey, otpSendLimits } from '../../kernel/limits/user-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { countSms, smsUnavailable } from '../../messages/sms-limit.ts'
import type { Services } from '../../services.ts'
import { ownerOf, type Recipients, recipientsOf } from './recipients.ts'

type Request = Given<typeof sendOtp> & {
  requestContext: RequestContext
  browser: Browser
  warn(message: string, details: Record<string, number>): void
}

/** The request for a code, from the form or from the challenge that it continues. */
type CodeRequest = Pick<
  Challenge,
  'purpose' | 'subject' | 'channel' | 'isBoth' | 'product' | 'deviceId' | 'browserId'
>
type Requested = Omit<CodeRequest, 'subject' | 'browserId'> & { by: NamedBy }

export async function sendCode(
  services: Services,
  { body, query, requestContext, browser, warn }: Request,
): Promise<Result<typeof sendOtp>> {
  const { db, keyring, config, outbox } = services
  const { by, ...requested } = await readRequest(db, body, { product: productOf(query), requestContext })
  const canText = outbox.canSend('sms')
  if (requested.channel === 'sms' && !requested.isBoth && !canText) {
    throw smsUnavailable('userId')
  }
  const { user, subject } = await identifyUser(services, by)
  const browserId = await findKnownBrowser(db, { browser, userId: user?.id ?? null })
  const request = { ...requested, subject, browserId }
  const isKnownBrowser = browserId !== null
  const recipients = isProofPurpose(request.purpose)
    ? ownerOf(user, { subject, isKnownBrowser, platform: addedPlatform(request) })
    : recipientsOf(config, user, { ...request, canText, isKnownBrowser })

  const key = otpSendKey(keyring, request.subject, browserOfCount(user, request.channel, browserId))
  const use = await useOnceDue(db, key, otpSendLimits, config.limitsFactor)
  if (!use.isDue) throw await tooSoon(db, request, body.token, use)
  if (request.channel === 'sms') {
    const isSent = Boolean(recipients?.sms)
    await countSms(services, { isSent, field: 'userId', warn }).catch(async (error) => {
      await returnUse(db, key)
      throw error
    })
  }
  const token = await writeCode(services, { request, recipients, requestContext })
  for (const channel of channels)
    if (recipients?.[channel]) services.metrics.otpCodes.inc({ channel, result: 'sent' })
  return { token, resendAt: use.nextAt.toISOString() }
}

async function readRequest(
  db: Db,
  { token, medium, channel: channelOption, purpose, user, email }: Request['body'],
  caller: { product: Product | null; requestContext: RequestContext },
): Promise<Requested> {
  const { product, requestContext } = caller
  if (token !== undefined) {
    const challenge = await findChallenge(db, token)
    if (!challenge || !isSentHere(challenge) || !isSameProductAndDevice(challenge, caller))
      throw otpFailure('otp-expired')
    return {
      purpose: challenge.purpose,
      by: { lookUpId: challenge.subject },
      channel: challenge.channel,
      isBoth: challenge.isBoth,
      product: challenge.product ?? product,
      deviceId: challenge.deviceId ?? requestContext.deviceId,
    }
  }
  if (medium === undefined || purpose === undefined) throw new Failure('invalid-request')
  const by = user === undefined ? { identifier: readEmailIdentifier(email ?? '') } : { lookUpId: user }
  const isBoth = medium === 'sms' && channelOption === 'both'
  return { purpose, by, channel: medium, isBoth, product, deviceId: requestContext.deviceId }
}

/**
 * Excludes the code of a new contact, which only the session of the user who added the contact requests, and purposes of the
 * release before.
 */
function isSentHere({ purpose }: Challenge): boolean {
  return otpPurposes.some((known) => known === purpose)
}

/** Returns the caller's challenge token, or a new one that can only request another code. */
async function tooSoon(
  db: Db,
  request: CodeRequest,
  callerToken: string | undefined,
  { nextAt, waitSeconds }: TimedUse,
): Promise<Failure> {
  const token = callerToken ?? (await createWaitingChallenge(db, challengeOf(request, null)))
  return new Failure('otp-too-soon', { waitSeconds, fields: { resendAt: nextAt.toISOString(), token } })
}

/** Creates the challenge and its messages. For an unknown user it makes the same messages and stores none. */
async function writeCode(
  { db, keyring, outbox }: Services,
  {
    request,
    recipients,
    requestContext,
  }: { request: CodeRequest; recipients: Recipients | null; requestContext: RequestContext },
): Promise<string> {
  const { purpose, channel, isBoth } = request
  const usedChannels = isBoth ? channels : [channel]
  const platform = recipients?.platform ?? defaultPlatform(request.product ?? 'learning')
  const firstName = recipients?.firstName ?? ''
  const details = { medium: channel, isBoth }
  const recorded = { event: 'otp-sent', requestContext, userId: recipients?.userId ?? null, details } as const
  const code = newCode()
  const values = { purpose: useOf(purpose), code, minutes: otpSeconds / 60, firstName, platform }
  const messages = usedChannels.flatMap((usedChannel) => {
    const to = recipients?.[usedChannel]
    const message = outbox.seal({
      template: 'otp-code',
      channel: usedChannel,
      to: to ?? placeholders[usedChannel],
      values,
      expiresInSeconds: otpSeconds,
    })
    return to ? [message] : []
  })
  return createChallenge(db, keyring, challengeOf(request, recipients), { code, recorded, messages })
}

/** Returns the platform that the proof of an account adds to it. */
function addedPlatform({ purpose, product }: Pick<CodeRequest, 'purpose' | 'product'>): Platform {
  return purpose === 'school_sign_up' ? schoolSignUpPlatform() : defaultPlatform(product ?? 'learning')
}

type NewContactPurpose = 'verify_email' | 'verify_phone'

/** Excludes the code of a new contact, which has a template of its own. */
function useOf(purpose: CodeRequest['purpose']): Exclude<CodeRequest['purpose'], NewContactPurpose> {
  if (purpose === 'verify_email' || purpose === 'verify_phone')
    throw new Error('no code of a new contact is sent here')
  return purpose
}

/** Recipients of messages that are not stored. */
const placeholders = { email: 'nobody@foyer.invalid', sms: '+10000000000' }

function challengeOf(request: CodeRequest, recipients: Recipients | null): Omit<Challenge, 'id'> {
  const { purpose, subject, channel, isBoth, product, deviceId, browserId } = request
  const userId = recipients?.userId ?? null
  const contactId = recipients?.contactId ?? null
  return { purpose, subject, channel, isBoth, product, deviceId, browserId, userId, contactId }
}
