/**
 * Proves an address of the caller by a code that was mailed to it. The code is valid only with the token of its challenge,
 * which the session has, so that mail scanners and other readers of the mail prove nothing.
 */
import { errorSentence } from '@foyer/contract/errors'
import type { verifyEmail } from '@foyer/contract/profile/emails'
import type { Given, Result } from '@foyer/contract/routes/route'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { type Challenge, useChallenge } from '../../identity/tokens/otp-challenges.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { findOwnEmail, type OwnEmail, proveClaim } from '../../identity/users/own-emails.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { markProven } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { attemptCode, type Spent } from '../accounts/attempt-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import { type OwnRequest, sendEmailCode } from './email-code.ts'
import { asListed, lockOwn } from './own-emails.ts'

type Request = OwnRequest & {
  counted: readonly string[]
  warn(message: string, details: Record<string, number>): void
}

export async function verifyOwn(
  services: Services,
  { params, body }: Given<typeof verifyEmail>,
  request: Request,
): Promise<Result<typeof verifyEmail>> {
  const { userId, platform } = request.caller
  const email = await findOwnEmail(services.db, { userId, id: params.id })
  if (!email) throw new Failure('not-found')
  if (email.provenance === 'verified') return { ...asListed(email), challenge: null }
  const { token, otp: code } = body
  if (token === undefined || code === undefined)
    return { ...asListed(email), challenge: await sendEmailCode(services, email, request) }

  const attempted = { purpose: 'verify_email', token, code, product: null, platform } as const
  const { requestContext, browser, counted, warn } = request
  const { proven } = await attemptCode(
    services,
    { ...attempted, requestContext, browser, counted, warn },
    ({ challenge }) => redeem(services, challenge, email, request),
  )
  if (!proven) throw new Failure('email-in-use', { fields: { otp: errorSentence('email-in-use') } })
  return { ...asListed(proven), challenge: null }
}

/** `proven` is null where another account has the address. The code is used up then, too. */
type Redeemed = { kind: 'opened'; proven: OwnEmail | null }

/** Rows are locked in the order of a sign-in: the code, then the user. */
async function redeem(
  { db, outbox }: Services,
  challenge: Challenge,
  { id }: OwnEmail,
  request: OwnRequest,
): Promise<Redeemed | Spent | null> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  if (challenge.userId !== userId || challenge.contactId !== id) return null
  return db.transaction().execute(async (trx) => {
    if (!(await useChallenge(trx, challenge.id))) return { kind: 'spent' }
    await lockOwn(trx, caller)
    const user = await findUser(trx, { id: userId })
    const email = await findOwnEmail(trx, { userId, id })
    if (!user || !email) return { kind: 'spent' }
    const proven = email.provenance ? await proveHeld(trx, email) : await proveClaim(trx, userId, email)
    if (!proven) return { kind: 'opened', proven: null }
    await recordEvent(trx, { event: 'email-verified', requestContext, userId, sessionId, platform })
    if (!email.provenance) await notifyOwner(trx, user, proven.address)
    return { kind: 'opened', proven }

    async function proveHeld(trx: Db, email: OwnEmail): Promise<OwnEmail> {
      const contact = { channel: 'email', id } as const
      const proof = { contact, browser: request.browser, isOwnSession: true, requestContext } as const
      if (user && email.isPrimary) await proveFirstContact(trx, outbox, { ...proof, user })
      else await markProven(trx, contact)
      return { ...email, provenance: 'verified' }
    }
  })

  /** An unproven sign-in address gets no notice: it may belong to somebody else. */
  async function notifyOwner(trx: Db, user: User, email: string): Promise<void> {
    if (!user.email || user.emailProvenance !== 'verified') return
    const { deviceLabel: device } = requestContext
    const timeZone = (await findTimeZone(trx, { userId })) ?? requestContext.timeZone
    const firstName = greetingName(user, 'email')
    const values = { firstName, platform, email, device, at: new Date(), timeZone }
    await outbox.queue(trx, { template: 'email-added', channel: 'email', to: user.email, values })
  }
}
