/**
 * Identifies the user that a form names, before any authentication. Nothing that the caller can observe here depends on
 * account status, membership or product (docs/decisions/disclosure.md).
 */
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { type FoundUser, findUserWith, type User } from '../users/find-user.ts'
import type { Identifier } from '../users/identifier.ts'

/** The fields of a form that name a user: an identifier as typed, or the id from the answer of a look-up. */
export type NamedBy = { identifier: Identifier } | { lookUpId: string }

export type IdentifiedUser = {
  user: User | undefined
  /** The id that failed attempts and one-time codes are counted under, for an unknown user too. */
  subject: string
  /** null for an unknown user and for a user without a password. */
  passwordHash: string | null
}

/** Finds the user that a form names. Known and unknown users cost the same single statement. */
export async function identifyUser(
  { db, keyring }: { db: Db; keyring: Keyring },
  by: NamedBy,
): Promise<IdentifiedUser> {
  const found = await findUserWith(db, by)
  // Computed for known users too: a known and an unknown user must cost the same time.
  const unknown = 'lookUpId' in by ? by.lookUpId : syntheticUuid(keyring, by.identifier.key)
  return {
    user: found?.user,
    subject: found ? subjectOf(found) : unknown,
    passwordHash: found?.passwordHash ?? null,
  }
}

/** Returns the id in the answer of a guarded look-up: the id of the contact, or a synthetic id for an unknown contact. */
export function lookUpIdOf(keyring: Keyring, { key }: Identifier, found: FoundUser | undefined): string {
  // Computed for known users too: a known and an unknown user must cost the same time.
  const synthetic = syntheticUuid(keyring, key)
  return found?.contactId ?? synthetic
}

/**
 * Returns the id that a contact's attempts count under. Each contact has its own: shared counters would reveal that an
 * email address and a phone number belong to one user. The primary contact counts under the user's id.
 */
function subjectOf({ user: { id, emailId, phoneId }, contactId }: FoundUser): string {
  return contactId === null || contactId === (emailId ?? phoneId) ? id : contactId
}

/** Returns the UUID of an unknown user: the same for the same key, and indistinguishable from a stored one. */
export function syntheticUuid(keyring: Keyring, key: string): string {
  const bytes = keyring.lastingMac('synthetic uuid', key).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
