/** Writes a user's name for messages, screens and the user of a session. */

import type { Channel } from '@foyer/contract/contact'
import type { User as SessionUser } from '@foyer/contract/routes/sign-in'
import { provenanceOf } from './contacts.ts'
import type { User } from './find-user.ts'

/**
 * Returns the first name for a message to this contact. It is empty while the contact is unproven: an attacker who signed
 * up with it could otherwise write the first line of a message to its owner.
 */
export function greetingName(user: User, channel: Channel): string {
  return provenanceOf(user, channel) === 'verified' ? user.firstName : ''
}

/** Joins first and last name with a space (product 3); empty after the name from an unproven sign-up was cleared. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}

/** The columns of a user that the user of a session is built from. */
export type NamedUser = Pick<User, 'id' | 'email' | 'emailProvenance' | 'firstName' | 'lastName'>

/** Builds the user of a session, for browsers and platforms (product 3). */
export function asUser(user: NamedUser): SessionUser {
  const { id, email, firstName, lastName, emailProvenance } = user
  const isEmailVerified = email !== null && emailProvenance === 'verified'
  return { uuid: id, email, isEmailVerified, firstName, lastName, fullName: fullName(user) }
}
