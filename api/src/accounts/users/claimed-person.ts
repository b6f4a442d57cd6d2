/**
 * The person that a caller claims to be, before any proof. Nothing that a stranger can observe here depends on account
 * status, membership or product (docs/decisions/look-up-privacy.md).
 */
import { type Product, platformsOf } from '@foyer/contract/platforms'
import type { Db } from '../../db/connect.ts'
import type { Keyring } from '../../keyring.ts'
import type { TypedContact } from './contact-keys.ts'
import { uuidFrom } from './synthetic-uuid.ts'
import { findClaimant, type Person } from './users.ts'

export type ClaimedPerson = {
  person: Person | undefined
  /** The id that a guarded look-up answers: it belongs to the contact, so two contacts of a person have two. */
  lookUpId: string
  /** The id that wrong guesses and one-time codes are counted under. */
  subject: string
}

/** A typed email or phone number, as read and as typed; or the id of a look-up or of a person. */
export type Claim = { contact: TypedContact | null; typed: string } | { id: string }

/** Finds the person behind a claim, in the same single statement whether there is one or not. */
export async function findClaimedPerson(
  { db, keyring }: { db: Db; keyring: Keyring },
  claim: Claim,
): Promise<ClaimedPerson> {
  const found = await findClaimant(db, claim)
  const made = 'id' in claim ? claim.id : uuidFrom(keyring, identifierKey(claim))
  if (!found) return { person: undefined, lookUpId: made, subject: made }
  const { person, contactId } = found
  return { person, lookUpId: contactId ?? made, subject: subjectOf(person, contactId) }
}

/** Returns the one form of an identifier that is compared and counted. */
export function identifierKey({ contact, typed }: { contact: TypedContact | null; typed: string }): string {
  if (contact?.channel === 'email') return contact.key
  return contact?.number ?? typed.toLowerCase()
}

/** Whether the sign-in forms of a product, or of any for null, know this person: enabled, and a member of its platforms. */
export function isKnownIn(person: Person | undefined, product: Product | null): person is Person {
  if (!person || person.isDisabled) return false
  if (product === null) return person.platforms.length > 0
  return platformsOf(product).some((platform) => person.platforms.includes(platform))
}

/**
 * Each contact has a lockout of its own: a shared one would tell that an email and a phone number belong to one person,
 * and therefore to anyone at all. The first contact's is that of the person's own id.
 */
function subjectOf({ id, emailId, phoneId }: Person, contactId: string | null): string {
  return contactId === null || contactId === (emailId ?? phoneId) ? id : contactId
}
