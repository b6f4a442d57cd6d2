/** The names of a person in messages, on screens and in the user of a session. */
import type { Channel } from '@foyer/contract/contact'
import type { User } from '@foyer/contract/routes/sign-in'
import type { Person } from './users.ts'

/**
 * Returns the first name that a message to this contact greets with. It is empty while nobody has proven the contact:
 * a stranger who signed up with it would otherwise write the first line of a mail to its owner.
 */
export function greetingName(person: Person, channel: Channel): string {
  const provenance = channel === 'email' ? person.emailProvenance : person.phoneProvenance
  return provenance === 'verified' ? person.firstName : ''
}

/** First and last name joined by a space (Spec 3); empty after the name of a stranger was cleared. */
export function fullName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}

/** Builds the user of a session, for browsers and platforms (Spec 3). */
export function asUser(person: Person): User {
  const { id, email, firstName, lastName, emailProvenance } = person
  const isEmailVerified = email !== null && emailProvenance === 'verified'
  return { uuid: id, email, isEmailVerified, firstName, lastName, fullName: fullName(person) }
}
