/** Writes a user's name for messages, screens and the user of a session. */
import type { Channel } from '@foyer/contract/contact'
import type { User } from '@foyer/contract/routes/sign-in'
import type { Person } from './users.ts'

/**
 * Returns the first name for a message to this contact. It is empty while the contact is unproven: an attacker who signed
 * up with it could otherwise write the first line of a message to its owner.
 */
export function greetingName(person: Person, channel: Channel): string {
  const provenance = channel === 'email' ? person.emailProvenance : person.phoneProvenance
  return provenance === 'verified' ? person.firstName : ''
}

/** Joins first and last name with a space (Spec 3); empty after the name from an unproven sign-up was cleared. */
export function fullName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}

/** The columns of a user that the user of a session is built from. */
export type NamedPerson = Pick<Person, 'id' | 'email' | 'emailProvenance' | 'firstName' | 'lastName'>

/** Builds the user of a session, for browsers and platforms (Spec 3). */
export function asUser(person: NamedPerson): User {
  const { id, email, firstName, lastName, emailProvenance } = person
  const isEmailVerified = email !== null && emailProvenance === 'verified'
  return { uuid: id, email, isEmailVerified, firstName, lastName, fullName: fullName(person) }
}
