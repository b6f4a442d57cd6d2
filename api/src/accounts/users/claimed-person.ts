/**
 * Finds the user that a caller claims to be, before any authentication. Nothing that the caller can observe here depends
 * on account status, membership or product (docs/decisions/disclosure.md).
 */
import { type Product, platformsOf } from '@foyer/contract/platforms'
import type { Db } from '../../db/connect.ts'
import type { Keyring } from '../../keyring.ts'
import type { TypedContact } from './contact-keys.ts'
import { findClaimant, type Person } from './users.ts'

export type ClaimedPerson = {
  person: Person | undefined
  /** The id that failed attempts and one-time codes are counted under. */
  subject: string
}

/** A contact, parsed and as the user typed it; or the id of a look-up or of a user. */
export type Claim = { contact: TypedContact | null; typed: string } | { id: string }

/** Finds the user behind a claim. Known and unknown users cost the same single statement. */
export async function findClaimedPerson(
  { db, keyring }: { db: Db; keyring: Keyring },
  claim: Claim,
): Promise<ClaimedPerson> {
  return claimedPersonOf(keyring, claim, await findClaimant(db, claim))
}

/** Says who is claimed, from the user that was found by the claim. `contactId` is null for a claim of the user's id. */
export function claimedPersonOf(
  keyring: Keyring,
  claim: Claim,
  found: { person: Person; contactId: string | null } | undefined,
): ClaimedPerson {
  const made = 'id' in claim ? claim.id : syntheticUuid(keyring, identifierKey(claim))
  if (!found) return { person: undefined, subject: made }
  const { person, contactId } = found
  return { person, subject: subjectOf(person, contactId) }
}

/**
 * Returns the id in the answer of a guarded look-up: that of the contact, or one made of its key (`identifierKey`). Two
 * contacts of a user have two ids.
 */
export function lookUpIdOf(
  keyring: Keyring,
  { contactId, key }: { contactId: string | null; key: string },
): string {
  // An unknown user must not cost more time, so the id is made in both cases.
  const made = syntheticUuid(keyring, key)
  return contactId ?? made
}

/** Returns the form of an identifier that is compared and counted. */
export function identifierKey({ contact, typed }: { contact: TypedContact | null; typed: string }): string {
  if (contact?.channel === 'email') return contact.key
  return contact?.number ?? typed.toLowerCase()
}

/** Returns whether the sign-in forms of a product (null: of any) know this user: enabled, and a member of its platforms. */
export function isKnownIn<Known extends Pick<Person, 'isDisabled' | 'platforms'>>(
  person: Known | undefined,
  product: Product | null,
): person is Known {
  if (!person || person.isDisabled) return false
  if (product === null) return person.platforms.length > 0
  return platformsOf(product).some((platform) => person.platforms.includes(platform))
}

/**
 * Returns the id that a contact's attempts count under. Each contact has its own: shared counters would reveal that an
 * email address and a phone number belong to one user. The primary contact counts under the user's id.
 */
function subjectOf({ id, emailId, phoneId }: Person, contactId: string | null): string {
  return contactId === null || contactId === (emailId ?? phoneId) ? id : contactId
}

/** Returns the UUID of an unknown user: the same for the same key, and indistinguishable from a stored one. */
export function syntheticUuid(keyring: Keyring, key: string): string {
  const bytes = keyring.lastingMac('synthetic uuid', key).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
