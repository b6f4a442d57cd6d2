/** Finds the account of an identity: an account that is linked to the identity, one with the same email, or no account. */
import { noEmail } from '@foyer/contract/fields'
import { mayBelongToAnother } from '../../identity/users/contacts.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser, findUserWith, type User } from '../../identity/users/find-user.ts'
import { type EmailContact, readEmail } from '../../identity/users/identifier.ts'
import { findIdentityOwner, listIdentities } from '../../identity/users/identities.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { SocialIdentity } from './identity.ts'

/** The email of an identity: the one from the provider, or else the one that the user typed. */
export type SocialEmail = { contact: EmailContact; isTyped: boolean }

/** An account that is not linked to the identity and has its email. */
export type SameEmail = { kind: 'same-email'; user: User; email: SocialEmail; isPrimary: boolean }

type AccountOfIdentity =
  | { kind: 'linked'; user: User }
  | SameEmail
  | { kind: 'unknown'; email: SocialEmail | null }

export async function findAccountOfIdentity(
  db: Db,
  identity: SocialIdentity,
  typed: string | undefined,
): Promise<AccountOfIdentity> {
  const email = socialEmail(identity, typed)
  const found = email && (await findUserWith(db, { identifier: email.contact }))
  // After the look-up of the email: otherwise a concurrent sign-up, which writes both, could seem to have the email only.
  const ownerId = await findIdentityOwner(db, identity)
  const owner = ownerId === null ? undefined : await findUser(db, { id: ownerId })
  if (owner) return { kind: 'linked', user: owner }
  if (!found) return { kind: 'unknown', email }
  const { user, contactId } = found
  return { kind: 'same-email', user, email, isPrimary: contactId === user.emailId }
}

/**
 * Returns the email of an identity. The provider's email takes precedence, since a typed email could belong to another person,
 * unless email-rules.ts refuses the provider's email for new accounts.
 */
export function socialEmail({ email: own }: SocialIdentity, typed: string | undefined): SocialEmail | null {
  const given = own !== null && newEmailFault(own) === null ? readEmail(own) : null
  if (given) return { contact: given, isTyped: false }
  if (typed === undefined) return null
  const contact = readEmail(typed)
  if (!contact) throw new Failure('invalid-request', { fields: { email: noEmail } })
  return { contact, isTyped: true }
}

/** Returns whether the provider's answer proves that the user owns the mailbox. */
export function isAuthoritative(identity: SocialIdentity, { isTyped }: SocialEmail): boolean {
  return !isTyped && identity.isAuthoritative && identity.isEmailVerified
}

/**
 * Returns whether the provider's answer opens the account without another proof. An unproven email must not lead into an
 * account whose number another user has proven. An account that has another identity of the provider needs a proof too:
 * its address may have been given to another user.
 */
export async function opensWithoutProof(
  db: Db,
  identity: SocialIdentity,
  { user, email, isPrimary }: SameEmail,
  isKnownBrowser: boolean,
): Promise<boolean> {
  const others = await listIdentities(db, user.id)
  if (!isPrimary || !isAuthoritative(identity, email)) return false
  if (!isKnownBrowser && mayBelongToAnother(user, 'email')) return false
  if (user.emailProvenance === 'self_unverified') return true
  return others.every(({ provider }) => provider !== identity.provider)
}
