/** Formats a user's name for messages and screens, and builds the user object of a session. */

import type { Channel } from '@foyer/contract/contact'
import type { User as SessionUser } from '@foyer/contract/routes/sign-in'
import { provenanceOf } from './contacts.ts'
import type { User } from './find-user.ts'

/**
 * Returns the first name for a message to this contact; an empty string while the contact is unproven. An attacker who
 * signed up with another person's contact could otherwise write the first line of messages to that person.
 */
export function greetingName(user: User, channel: Channel): string {
  return provenanceOf(user, channel) === 'verified' ? user.firstName : ''
}

/** Joins first and last name with a space (product 3). Returns an empty string after a proof cleared an impostor's name. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}

/** The columns of a user that `asUser` reads. */
export type NamedUser = Pick<User, 'id' | 'email' | 'emailProvenance' | 'firstName' | 'lastName'>

/** Builds the user object that browsers and platforms get with a session (product 3). */
export function asUser(user: NamedUser): SessionUser {
  const { id, email, firstName, lastName, emailProvenance } = user
  const isEmailVerified = email !== null && emailProvenance === 'verified'
  return { uuid: id, email, isEmailVerified, firstName, lastName, fullName: fullName(user) }
}
