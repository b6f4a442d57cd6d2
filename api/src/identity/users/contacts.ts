/**
 * Chooses among the primary contacts of a user, and decides in which browsers an unproven one may be used
 * (docs/decisions/first-proof.md).
 */
import type { Channel } from '@foyer/contract/contact'
import type { Provenance } from '../../kernel/db/tables.ts'
import type { User } from './find-user.ts'

export type UserContact = {
  channel: Channel
  id: string
  /** The address or the number. */
  to: string
}

/**
 * Returns a primary contact of an enabled user, by channel or by id. Returns null for a user without that contact and, in an
 * unknown browser, for a contact that may belong to another person.
 */
export function usableContact(
  user: User | undefined,
  sought: { channel: Channel } | { id: string | null },
  isKnownBrowser: boolean,
): UserContact | null {
  if (!user || user.isDisabled) return null
  const contact = contactsOf(user).find(({ channel, id }) =>
    'id' in sought ? id === sought.id : channel === sought.channel,
  )
  if (!contact || (!isKnownBrowser && mayBelongToAnother(user, contact.channel))) return null
  return contact
}

function contactsOf({ email, emailId, phoneNumber, phoneId }: User): UserContact[] {
  return [
    ...(email && emailId ? [{ channel: 'email', id: emailId, to: email } as const] : []),
    ...(phoneNumber && phoneId ? [{ channel: 'sms', id: phoneId, to: phoneNumber } as const] : []),
  ]
}

export function provenanceOf(
  { emailProvenance, phoneProvenance }: Pick<User, 'emailProvenance' | 'phoneProvenance'>,
  channel: Channel,
): Provenance | null {
  return channel === 'email' ? emailProvenance : phoneProvenance
}

/**
 * Returns whether this contact is unproven while the account's other contact is proven. The two contacts may belong to two
 * people: a user may have signed up with another person's address and have proven a number of their own. The other person
 * must not get into that account, so only a known browser can prove this contact.
 */
export function mayBelongToAnother(user: User, channel: Channel): boolean {
  const other = channel === 'email' ? 'sms' : 'email'
  return provenanceOf(user, channel) === 'self_unverified' && provenanceOf(user, other) === 'verified'
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
  return user && provenanceOf(user, channel) === 'self_unverified' ? null : knownBrowser
}
