/**
 * Handles the first proof that a contact belongs to a user. An attacker may have signed up with the contact before, so the
 * account loses what user-data.ts says for each kind of data (docs/decisions/first-proof.md).
 */

import type { Channel } from '@foyer/contract/contact'
import { keepUnprovenPassword } from '../../identity/credentials/credentials.ts'
import { isSignedInHere } from '../../identity/sessions/sessions.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { deleteClaimsOf } from '../../identity/users/own-emails.ts'
import { lockUser, markProven } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import { lockedBeforeUser, lockedByUser } from './user-data.ts'

type Proof = {
  user: User
  contact: { channel: Channel; id: string }
  /** The browser of the proof: a user who is signed in there opened the account, so nothing is deleted. */
  browser: Browser
  /** The proof comes from an open session of the account. */
  isOwnSession?: true
  requestContext: RequestContext
}

/**
 * Returns whether this contact is unproven while the account's other contact is proven. The two contacts may belong to two
 * people: a user may have signed up with another person's address and have proven a number of their own. The other person
 * must not get into that account, so only a known browser can prove this contact.
 */
export function mayBelongToAnother({ emailProvenance, phoneProvenance }: User, channel: Channel): boolean {
  const isEmail = channel === 'email'
  const own = isEmail ? emailProvenance : phoneProvenance
  const other = isEmail ? phoneProvenance : emailProvenance
  return own === 'self_unverified' && other === 'verified'
}

/**
 * Returns the known browser that counts messages to this contact separately; null for the count that all browsers share.
 * An unproven contact has only the shared count: an attacker who signed up with another person's address can sign in from
 * any number of browsers, and separate counts would allow each browser to send that person more messages.
 */
export function browserOfCount(
  user: User | undefined,
  channel: Channel,
  knownBrowser: Buffer | null,
): Buffer | null {
  const provenance = channel === 'email' ? user?.emailProvenance : user?.phoneProvenance
  return provenance === 'self_unverified' ? null : knownBrowser
}

export type Proven = {
  /** The user after the proof: the contact is proven, and an unproven other contact may be deleted. */
  user: User
  endedSessions: string[]
  /** The proof has removed the password of a stranger. */
  hasLostPassword: boolean
}

/** Marks a contact as proven. Call it in the transaction that opens the session, before the session. */
export async function proveFirstContact(
  trx: Db,
  outbox: LogoutQueue,
  { user, contact, browser, isOwnSession, requestContext }: Proof,
): Promise<Proven> {
  const provenance = contact.channel === 'email' ? user.emailProvenance : user.phoneProvenance
  if (provenance === 'verified') return { user, endedSessions: [], hasLostPassword: false }
  const userId = user.id
  await markProven(trx, contact)
  const isOwn = isOwnSession ?? (await isSignedInHere(trx, { userId, browser }))
  const details = { medium: contact.channel, isOwn }
  await recordEvent(trx, { event: 'mailbox-proven', requestContext, userId, details })
  const provenColumn = contact.channel === 'email' ? 'emailProvenance' : 'phoneProvenance'
  const proven = { ...user, [provenColumn]: 'verified' as const }
  const unchanged = { user: proven, endedSessions: [], hasLostPassword: false }
  if (contact.channel === 'email' && user.email) await deleteClaimsOf(trx, user.email)
  if (provenance === 'invited') return unchanged
  if (isOwn) {
    await keepUnprovenPassword(trx, userId)
    return unchanged
  }
  const outcome: Omit<Proven, 'user'> = { endedSessions: [], hasLostPassword: false }
  const removed = { trx, userId, user, outbox, outcome }
  for (const { atFirstProof } of Object.values(lockedBeforeUser))
    if (typeof atFirstProof === 'function') await atFirstProof(removed)
  await lockUser(trx, userId)
  for (const { atFirstProof } of Object.values(lockedByUser))
    if (typeof atFirstProof === 'function') await atFirstProof(removed)
  return { user: (await findUser(trx, { id: userId })) ?? user, ...outcome }
}
