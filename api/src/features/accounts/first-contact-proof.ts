/**
 * Handles the first proof that a contact belongs to a user. An attacker may have signed up with the contact before, so the
 * proof removes data of the account, as user-data.ts says for each kind (docs/decisions/first-proof.md).
 */

import type { Channel } from '@foyer/contract/contact'
import { keepUnprovenPassword } from '../../identity/credentials/credentials.ts'
import { isSignedInHere } from '../../identity/sessions/sessions.ts'
import { provenanceOf } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { deleteClaimsOf } from '../../identity/users/own-contacts.ts'
import { lockUser, markProven } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import { lockedBeforeUser, lockedByUser } from './user-data.ts'

type Proof = {
  user: User
  contact: { channel: Channel; id: string }
  /** The browser of the proof. If the account has a session there, its owner opened it, and nothing is removed. */
  browser: Browser
  /** The proof comes from an open session of the account. */
  isOwnSession?: true
  requestContext: RequestContext
}

export type Proven = {
  /** The user after the proof, with the proven contact. An unproven other contact may have been deleted. */
  user: User
  endedSessions: string[]
  /** The proof has removed the password of an impostor. */
  hasLostPassword: boolean
}

/** Marks a contact as proven. Call it in the transaction that opens the session, before the session. */
export async function proveFirstContact(
  trx: Db,
  outbox: LogoutQueue,
  { user, contact, browser, isOwnSession, requestContext }: Proof,
): Promise<Proven> {
  const provenance = provenanceOf(user, contact.channel)
  if (provenance === 'verified') return { user, endedSessions: [], hasLostPassword: false }
  const userId = user.id
  await markProven(trx, contact)
  const isOwn = isOwnSession ?? (await isSignedInHere(trx, { userId, browser }))
  const details = { medium: contact.channel, isOwn }
  await recordEvent(trx, { event: 'mailbox-proven', requestContext, userId, details })
  const provenColumn = contact.channel === 'email' ? 'emailProvenance' : 'phoneProvenance'
  const proven = { ...user, [provenColumn]: 'verified' as const }
  const unchanged = { user: proven, endedSessions: [], hasLostPassword: false }
  const to = contact.channel === 'email' ? user.email : user.phoneNumber
  if (to) await deleteClaimsOf(trx, { channel: contact.channel, to })
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
