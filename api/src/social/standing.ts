/** Finds out what a person of a provider is here: a user already, somebody whose email has an account, or unknown. */
import { noEmail } from '@foyer/contract/fields'
import { newEmailFault } from '../accounts/users/email-rules.ts'
import { findUser, findUserWith, type User } from '../accounts/users/find-user.ts'
import { mayBelongToAnother } from '../accounts/users/first-contact-proof.ts'
import { type EmailContact, readEmail } from '../accounts/users/identifier.ts'
import { findIdentityOwner, listIdentities } from '../accounts/users/identities.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { SocialIdentity } from './identity.ts'

/** The email of a person: the provider's, else the one that the person typed. */
export type SocialEmail = { contact: EmailContact; isTyped: boolean }

/** The email of the person has an account. */
export type Claimed = { kind: 'claimed'; person: User; email: SocialEmail; isPrimary: boolean }

export type Standing =
  | { kind: 'linked'; person: User }
  | Claimed
  | { kind: 'unknown'; email: SocialEmail | null }

export async function findStanding(
  db: Db,
  identity: SocialIdentity,
  typed: string | undefined,
): Promise<Standing> {
  const email = socialEmail(identity, typed)
  const claimant = email && (await findUserWith(db, { identifier: email.contact }))
  // Looked for after the email: a concurrent sign-up writes both at once, and must not seem to have the email alone.
  const ownerId = await findIdentityOwner(db, identity)
  const owner = ownerId === null ? undefined : await findUser(db, { id: ownerId })
  if (owner) return { kind: 'linked', person: owner }
  if (!claimant) return { kind: 'unknown', email }
  const { user: person, contactId } = claimant
  return { kind: 'claimed', person, email, isPrimary: contactId === person.emailId }
}

/**
 * Returns the email of a person. One that the provider gives counts unless new accounts refuse it (email-rules.ts), since
 * the typed one could belong to anybody.
 */
export function socialEmail({ email: own }: SocialIdentity, typed: string | undefined): SocialEmail | null {
  const given = own !== null && newEmailFault(own) === null ? readEmail(own) : null
  if (given) return { contact: given, isTyped: false }
  if (typed === undefined) return null
  const contact = readEmail(typed)
  if (!contact) throw new Failure('invalid-request', { fields: { email: noEmail } })
  return { contact, isTyped: true }
}

/** The provider's word proves that the person owns the mailbox. */
export function isAuthoritative(identity: SocialIdentity, { isTyped }: SocialEmail): boolean {
  return !isTyped && identity.isAuthoritative && identity.isEmailVerified
}

/**
 * Returns whether the provider's word opens the account without another proof. An unproven email must not lead into an
 * account whose number somebody else has proven. An account that has another identity of the provider is not taken over
 * either: its address may have been given to somebody else.
 */
export async function opensWithoutProof(
  db: Db,
  identity: SocialIdentity,
  { person, email, isPrimary }: Claimed,
  isKnownBrowser: boolean,
): Promise<boolean> {
  const others = await listIdentities(db, person.id)
  if (!isPrimary || !isAuthoritative(identity, email)) return false
  if (!isKnownBrowser && mayBelongToAnother(person, 'email')) return false
  if (person.emailProvenance === 'self_unverified') return true
  return others.every(({ provider }) => provider !== identity.provider)
}
