/** Uses up a one-time code and proves the contact that it was sent to. */
import type { Channel } from '@foyer/contract/contact'
import { type Challenge, useChallenge } from '../../identity/tokens/otp-challenges.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import type { Spent } from './attempt-code.ts'
import { mayBelongToAnother, type Proven, proveFirstContact } from './first-contact-proof.ts'

type Use = { requestContext: RequestContext; browser: Browser; isKnownBrowser: boolean }

type Taken = { kind: 'taken'; user: User; contact: { channel: Channel; id: string } }

/** Uses a code up and proves its contact. Returns null for a user who may not use the code, as `takeCode` does. */
export async function useCode(
  trx: Db,
  outbox: LogoutQueue,
  challenge: Challenge,
  use: Use,
): Promise<(Proven & { kind: 'used' }) | Spent | null> {
  const taken = await takeCode(trx, challenge, use)
  return taken?.kind === 'taken' ? proveByCode(trx, outbox, taken, use) : taken
}

/**
 * Uses a code up, and changes nothing else of the account. Returns null for a user who may not use the code. Call it first
 * in the transaction that opens the session, and do not throw then: a rollback would leave the code valid.
 */
export async function takeCode(
  trx: Db,
  challenge: Challenge,
  { isKnownBrowser }: Pick<Use, 'isKnownBrowser'>,
): Promise<Taken | Spent | null> {
  const { id, userId } = challenge
  if (!userId) return null
  if (!(await useChallenge(trx, id))) return { kind: 'spent' }
  const user = await findUser(trx, { id: userId })
  if (!user || user.isDisabled) return null
  const contact = contactOf(challenge, user)
  if (!contact || (!isKnownBrowser && mayBelongToAnother(user, contact.channel))) return null
  return { kind: 'taken', user, contact }
}

/** Proves the contact that a code was sent to, once `takeCode` has used it up in the same transaction. */
export async function proveByCode(
  trx: Db,
  outbox: LogoutQueue,
  { user, contact }: Taken,
  { requestContext, browser }: Pick<Use, 'requestContext' | 'browser'>,
): Promise<Proven & { kind: 'used' }> {
  return {
    kind: 'used',
    ...(await proveFirstContact(trx, outbox, { user, contact, browser, requestContext })),
  }
}

/** Returns the contact that the code was sent to, if it still belongs to the user. */
export function contactOf({ contactId }: Challenge, { emailId, phoneId }: User) {
  if (contactId === null) return null
  if (contactId === emailId) return { channel: 'email', id: contactId } as const
  return contactId === phoneId ? ({ channel: 'sms', id: contactId } as const) : null
}
