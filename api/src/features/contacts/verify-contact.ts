/**
 * Proves a contact of the caller by a code that was sent to it. The code is valid only with the token of its challenge, which
 * only the caller has: a mail scanner or another reader of the message can prove nothing.
 */

import { errorSentence } from '@foyer/contract/errors'
import type { verifyEmail } from '@foyer/contract/profile/emails'
import type { Given } from '@foyer/contract/routes/route'
import type { Challenge } from '../../identity/tokens/otp-challenges.ts'
import type { User } from '../../identity/users/find-user.ts'
import {
  findOwnContact,
  listOwnContacts,
  makePrimary,
  type OwnContact,
  proveClaim,
} from '../../identity/users/own-contacts.ts'
import { lockContacts, markProven } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { type AlreadyUsed, alreadyUsed, attemptOwnCode } from '../accounts/attempt-code.ts'
import { consumeOwnCode } from '../accounts/consume-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import { type ContactChallenge, type OwnRequest, sendContactCode } from './contact-code.ts'
import { kinds } from './contact-kinds.ts'
import { notifyOfProof } from './contact-notices.ts'
import { isBesideUnprovenEmail } from './primary-contact.ts'

type Request = OwnRequest & { counted: readonly string[] }

type Code = Given<typeof verifyEmail>['body']

export async function verifyOwn(
  services: Services,
  sought: Pick<OwnContact, 'channel' | 'id'>,
  { token, otp: code }: Code,
  request: Request,
): Promise<{ contact: OwnContact; challenge: ContactChallenge | null }> {
  const { userId } = request.caller
  const contact = await findOwnContact(services.db, { userId, ...sought })
  if (!contact) throw new Failure('not-found')
  if (contact.provenance === 'verified') return { contact, challenge: null }
  if (token === undefined || code === undefined)
    return { contact, challenge: await sendContactCode(services, contact, request) }

  const { purpose, inUse } = kinds[contact.channel]
  const { proven } = await attemptOwnCode(services, request, { purpose, token, code }, (challenge) =>
    prove(services, challenge, contact, request),
  )
  if (!proven) throw new Failure(inUse, { fields: { otp: errorSentence(inUse) } })
  return { contact: proven, challenge: null }
}

/** `proven` is null if another account has the contact. The code is used up in that case too. */
type Proven = { kind: 'opened'; proven: OwnContact | null }

/** Rows are locked in the order of a sign-in: the code, then the user. */
async function prove(
  services: Services,
  challenge: Challenge,
  { channel, id }: OwnContact,
  request: Request,
): Promise<Proven | AlreadyUsed | null> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  if (challenge.contactId !== id) return null
  return services.db.transaction().execute(async (trx) => {
    const user = await consumeOwnCode(trx, challenge, caller)
    const contact = await findOwnContact(trx, { userId, channel, id })
    if (!user || !contact) return alreadyUsed
    const proven = contact.provenance
      ? await proveHeld(trx, user, contact)
      : await proveAdded(trx, user, contact)
    if (!proven) return { kind: 'opened', proven: null }
    const event = kinds[channel].events.verified
    await recordEvent(trx, { event, requestContext, userId, sessionId, platform })
    if (!contact.provenance) await notifyOfProof(services, trx, { user, contact: proven, request })
    return { kind: 'opened', proven }
  })

  async function proveHeld(trx: Db, user: User, contact: OwnContact): Promise<OwnContact> {
    const proof = {
      contact: { channel, id },
      browser: request.browser,
      isOwnSession: true,
      requestContext,
    } as const
    if (contact.isPrimary) await proveFirstContact(trx, services.outbox, { ...proof, user })
    else await markProven(trx, proof.contact)
    return { ...contact, provenance: 'verified' }
  }

  /** The first proven contact of a channel becomes the primary one. */
  async function proveAdded(trx: Db, user: User, claim: OwnContact): Promise<OwnContact | null> {
    await lockContacts(trx, userId)
    const proven = await proveClaim(trx, userId, claim)
    if (!proven) return null
    const own = await listOwnContacts(trx, userId)
    const hasPrimary = own.some((other) => other.channel === channel && other.isPrimary)
    if (hasPrimary || (channel === 'sms' && isBesideUnprovenEmail(user))) return proven
    await makePrimary(trx, userId, proven)
    return { ...proven, isPrimary: true }
  }
}
