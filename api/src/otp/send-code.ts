/**
 * Sending a one-time code. For somebody unknown everything is done as for everybody else, up to a message that is
 * written and taken back: the answer, the statements and the limits are the same.
 */
import { channels } from '@foyer/contract/contact'
import { otpSeconds, otpSendWaitsSeconds } from '@foyer/contract/limits'
import type { Product } from '@foyer/contract/platforms'
import type { sendOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import {
  type Challenge,
  createChallenge,
  createWaitingChallenge,
  findChallenge,
} from '../accounts/one-time-tokens/otp-challenges.ts'
import { smsUnavailable, spendSms } from '../accounts/one-time-tokens/text-messages.ts'
import { findKnownBrowser } from '../accounts/sessions/known-browsers.ts'
import { findClaimedPerson } from '../accounts/users/claimed-person.ts'
import { browserOfCount } from '../accounts/users/first-contact-proof.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import { otpSendKey } from '../limits/attempt-keys.ts'
import { returnTurn, type Turn, takeTurn } from '../limits/rate-limit.ts'
import type { Window } from '../limits/request-limits.ts'
import type { QueuedMessage } from '../outbox/outbox.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { isSameFlow, otpFailure, productOf } from './otp-flow.ts'
import { type Recipients, recipientsOf } from './recipients.ts'

export const otpSendsPerPerson = {
  short: { max: 5, windowSeconds: 3_600 },
  long: { max: 10, windowSeconds: 86_400 },
} as const satisfies Record<string, Window>

type Request = Given<typeof sendOtp> & {
  requestContext: RequestContext
  browser: Browser
  warn(message: string, details: Record<string, number>): void
}

/** What a code is asked for, by the form or by the challenge that it continues, and in which browser. */
type Asked = Pick<Challenge, 'subject' | 'channel' | 'isBoth' | 'product' | 'deviceId' | 'browserId'>

const turns = { waitsSeconds: otpSendWaitsSeconds, ...otpSendsPerPerson }

export async function sendCode(
  services: Services,
  { body, query, requestContext, browser, warn }: Request,
): Promise<Result<typeof sendOtp>> {
  const { db, keyring, config, outbox } = services
  const wanted = await readWanted(db, body, { product: productOf(query), requestContext })
  const canText = outbox.canSend('sms')
  if (wanted.channel === 'sms' && !wanted.isBoth && !canText) {
    throw smsUnavailable('userId')
  }
  const { person, subject } = await findClaimedPerson(services, { id: wanted.subject })
  const browserId = await findKnownBrowser(db, { browser, userId: person?.id ?? null })
  const asked = { ...wanted, subject, browserId }
  const recipients = recipientsOf(config, person, { ...asked, canText, isKnownBrowser: browserId !== null })

  const key = otpSendKey(keyring, asked.subject, browserOfCount(person, asked.channel, browserId))
  const turn = await takeTurn(db, key, turns, config.limitsFactor)
  if (!turn.isTaken) throw await tooSoon(db, asked, body.token, turn)
  if (asked.channel === 'sms') {
    const isSent = Boolean(recipients?.sms)
    await spendSms(services, { isSent, field: 'userId', warn }).catch(async (error) => {
      await returnTurn(db, key)
      throw error
    })
  }
  const token = await db
    .transaction()
    .execute((trx) => writeCode(services, trx, { asked, recipients, requestContext }))
  for (const channel of channels)
    if (recipients?.[channel]) services.metrics.otpCodes.inc({ channel, result: 'sent' })
  return { token, resendAt: turn.nextAt.toISOString() }
}

async function readWanted(
  db: Db,
  { token, medium, channel: spread, user }: Request['body'],
  caller: { product: Product | null; requestContext: RequestContext },
): Promise<Omit<Asked, 'browserId'>> {
  const { product, requestContext } = caller
  if (token !== undefined) {
    const challenge = await findChallenge(db, 'login', token)
    if (!challenge || !isSameFlow(challenge, caller)) throw otpFailure('otp-expired')
    return {
      ...challenge,
      product: challenge.product ?? product,
      deviceId: challenge.deviceId ?? requestContext.deviceId,
    }
  }
  if (medium === undefined || user === undefined) throw new Failure('invalid-request')
  const isBoth = medium === 'sms' && spread === 'both'
  return { subject: user, channel: medium, isBoth, product, deviceId: requestContext.deviceId }
}

/** The token given goes on; who has none, having lost their tab perhaps, is given one to ask again with. */
async function tooSoon(
  db: Db,
  asked: Asked,
  given: string | undefined,
  { nextAt, waitSeconds }: Turn,
): Promise<Failure> {
  const waiting = { ...challengeOf(asked, null), purpose: 'login' } as const
  const token = given ?? (await createWaitingChallenge(db, waiting))
  return new Failure('otp-too-soon', { waitSeconds, fields: { resendAt: nextAt.toISOString(), token } })
}

async function writeCode(
  { keyring, outbox }: Services,
  trx: Db,
  {
    asked,
    recipients,
    requestContext,
  }: { asked: Asked; recipients: Recipients | null; requestContext: RequestContext },
): Promise<string> {
  const { channel, isBoth } = asked
  const { token, code } = await createChallenge(
    trx,
    keyring,
    { ...challengeOf(asked, recipients), purpose: 'login' },
    {
      event: 'otp-sent',
      requestContext,
      userId: recipients?.userId ?? null,
      details: { medium: channel, isBoth },
    },
  )
  const values = { code, minutes: otpSeconds / 60, firstName: recipients?.firstName ?? '' }
  for (const usedChannel of isBoth ? channels : [channel]) {
    const to = recipients?.[usedChannel] ?? null
    await sql`savepoint message`.execute(trx)
    const message: QueuedMessage<'otp-code'> = {
      template: 'otp-code',
      channel: usedChannel,
      to: to ?? nowhere[usedChannel],
      values,
      expiresInSeconds: otpSeconds,
    }
    await outbox.queue(trx, message)
    await (to ? sql`release savepoint message` : sql`rollback to savepoint message`).execute(trx)
  }
  return token
}

/** Of messages that are taken back before anybody sees them. */
const nowhere = { email: 'nobody@foyer.invalid', sms: '+10000000000' }

function challengeOf(asked: Asked, recipients: Recipients | null): Omit<Challenge, 'id'> {
  const { subject, channel, isBoth, product, deviceId, browserId } = asked
  const userId = recipients?.userId ?? null
  const contactId = recipients?.contactId ?? null
  return { subject, channel, isBoth, product, deviceId, browserId, userId, contactId }
}
