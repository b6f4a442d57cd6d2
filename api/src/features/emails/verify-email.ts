/**
 * Proves an address of the caller by a code that was mailed to it. The code is valid only with the token of its challenge,
 * which only the caller has: a mail scanner or another reader of the mail can prove nothing.
 */

import { errorSentence } from '@foyer/contract/errors'
import type { verifyEmail } from '@foyer/contract/profile/emails'
import type { Given, Result } from '@foyer/contract/routes/route'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import type { Challenge } from '../../identity/tokens/otp-challenges.ts'
import type { User } from '../../identity/users/find-user.ts'
import { findOwnEmail, type OwnEmail, proveClaim } from '../../identity/users/own-emails.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { markProven } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { type AlreadyUsed, alreadyUsed, attemptOwnCode } from '../accounts/attempt-code.ts'
import { consumeOwnCode } from '../accounts/consume-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import { type OwnRequest, sendEmailCode } from './email-code.ts'
import { asListed } from './own-emails.ts'

type Request = OwnRequest & {
  counted: readonly string[]
  warn(message: string, details: Record<string, number>): void
}

export async function verifyOwn(
  services: Services,
  { params, body }: Given<typeof verifyEmail>,
  request: Request,
): Promise<Result<typeof verifyEmail>> {
  const { userId } = request.caller
  const email = await findOwnEmail(services.db, { userId, id: params.id })
  if (!email) throw new Failure('not-found')
  if (email.provenance === 'verified') return { ...asListed(email), challenge: null }
  const { token, otp: code } = body
  if (token === undefined || code === undefined)
    return { ...asListed(email), challenge: await sendEmailCode(services, email, request) }

  const attempted = { purpose: 'verify_email', token, code } as const
  const { proven } = await attemptOwnCode(services, request, attempted, (challenge) =>
    prove(services, challenge, email, request),
  )
  if (!proven) throw new Failure('email-in-use', { fields: { otp: errorSentence('email-in-use') } })
  return { ...asListed(proven), challenge: null }
}

/** `proven` is null if another account has the address. The code is used up in that case too. */
type Proven = { kind: 'opened'; proven: OwnEmail | null }

/** Rows are locked in the order of a sign-in: the code, then the user. */
async function prove(
  { db, outbox }: Services,
  challenge: Challenge,
  { id }: OwnEmail,
  request: OwnRequest,
): Promise<Proven | AlreadyUsed | null> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  if (challenge.contactId !== id) return null
  return db.transaction().execute(async (trx) => {
    const user = await consumeOwnCode(trx, challenge, caller)
    const email = await findOwnEmail(trx, { userId, id })
    if (!user || !email) return alreadyUsed
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

  /** Notifies the user at the sign-in address; an unproven one may belong to another person and gets no notice. */
  async function notifyOwner(trx: Db, user: User, email: string): Promise<void> {
    if (!user.email || user.emailProvenance !== 'verified') return
    const { deviceLabel: device } = requestContext
    const timeZone = (await findTimeZone(trx, { userId })) ?? requestContext.timeZone
    const firstName = greetingName(user, 'email')
    const values = { firstName, platform, email, device, at: new Date(), timeZone }
    await outbox.queue(trx, { template: 'email-added', channel: 'email', to: user.email, values })
  }
}
