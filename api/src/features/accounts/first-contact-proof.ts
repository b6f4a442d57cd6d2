/**
 * Handles the first proof that a contact belongs to a user. An attacker may have signed up with it before, so the account
 * loses its password, linked accounts, sessions, names, picture, settings, profile, skill portfolio, further addresses, other
 * unproven contacts, schools and the records of the sign-up (docs/decisions/first-proof.md).
 */

import type { Channel } from '@foyer/contract/contact'
import { deleteUnprovenPassword, keepUnprovenPassword } from '../../identity/credentials/credentials.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { forgetKnownBrowsers } from '../../identity/sessions/known-browsers.ts'
import { isSignedInHere } from '../../identity/sessions/sessions.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { removeIdentities } from '../../identity/users/identities.ts'
import { deleteClaims, deleteClaimsOf, deleteFurtherEmails } from '../../identity/users/own-emails.ts'
import { takePictures } from '../../identity/users/pictures.ts'
import { forgetSettings } from '../../identity/users/user-settings.ts'
import { deleteUnprovenContacts, lockUser, markProven, setName } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import { deleteTracking } from '../analytics/signup-tracking.ts'
import { removeProfile } from '../profile/profiles.ts'
import { deleteFoundedSchools } from '../schools/school-rows.ts'
import { removePortfolio } from '../skill-portfolio/portfolios.ts'
import { deleteSignUp } from './sign-ups.ts'

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
  // A sign-in locks the rows in the same order: password or linked account, browser, user.
  const hasLostPassword = await deleteUnprovenPassword(trx, userId)
  await removeIdentities(trx, userId)
  await forgetKnownBrowsers(trx, userId)
  await lockUser(trx, userId)
  // Proven further addresses stay where the account had a proven one before: they are its owner's.
  if (user.emailProvenance !== 'verified') await deleteFurtherEmails(trx, userId)
  await deleteClaims(trx, userId)
  await deleteUnprovenContacts(trx, userId)
  await setName(trx, userId, { firstName: '', lastName: null })
  await forgetSettings(trx, userId)
  await deleteSignUp(trx, userId)
  await takePictures(trx, userId)
  await removeProfile(trx, userId)
  await removePortfolio(trx, userId)
  await deleteFoundedSchools(trx, userId)
  await deleteTracking(trx, userId)
  const endedSessions = await endAllSessions(trx, outbox, { userId, reason: 'mailbox-proven' })
  return { user: (await findUser(trx, { id: userId })) ?? user, endedSessions, hasLostPassword }
}
