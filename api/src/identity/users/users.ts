/** Keeps users and their contacts. Owner of the tables users, and with own-contacts.ts of emails and phones. */
import type { Channel } from '@foyer/contract/contact'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Provenance } from '../../kernel/db/tables.ts'
import type { User } from './find-user.ts'
import { type EmailContact, spelledKey } from './identifier.ts'
import { deleteClaimsOf } from './own-contacts.ts'

/** Deletes a user with every row that refers to them. Call it in a transaction that holds the user's row. */
export async function deleteUserRow(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

export async function listContactIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('userId', '=', userId)
    .unionAll((query) => query.selectFrom('phones').select('id').where('userId', '=', userId))
    .execute()
  return rows.map(({ id }) => id)
}

/** Disables or enables a user; returns false for a user who was in that state before. */
export async function setDisabled(db: Db, userId: string, isDisabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ disabledAt: isDisabled ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', userId)
    .where('disabledAt', isDisabled ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The condition that the user in this column is enabled. */
export function isEnabled(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users as sought where sought.id = ${sql.ref(userId)} and sought.disabled_at is null)`
}

/** The id of an unknown user in queries, so that known and unknown users cost the same statements. */
export const unknownUserId = '00000000-0000-4000-8000-000000000000'

/** Creates a user with at least one contact. Call it in a transaction. */
export async function createUser(
  db: Db,
  given: {
    firstName: string
    lastName: string | null
    email?: Pick<EmailContact, 'address'>
    phoneNumber?: string
    provenance: Provenance
  },
): Promise<string> {
  const { firstName, lastName, email, phoneNumber, provenance } = given
  const { id } = await db
    .insertInto('users')
    .values({ firstName, lastName })
    .returning('id')
    .executeTakeFirstOrThrow()
  const origin = {
    userId: id,
    isPrimary: true,
    provenance,
    verifiedAt: provenance === 'verified' ? new Date() : null,
  }
  if (email)
    await db
      .insertInto('emails')
      .values({ address: email.address, key: spelledKey(email.address), ...origin })
      .execute()
  if (phoneNumber)
    await db
      .insertInto('phones')
      .values({ number: phoneNumber, ...origin })
      .execute()
  if (provenance !== 'verified') return id
  if (email) await deleteClaimsOf(db, { channel: 'email', to: email.address })
  if (phoneNumber) await deleteClaimsOf(db, { channel: 'sms', to: phoneNumber })
  return id
}

/** Returns whether an insert failed because the address has an account. A query before the insert would not see concurrent ones. */
export function isAddressTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === 'emails_key_key' || constraint === 'emails_folded_key')
}

/**
 * Locks a user, so that no other transaction opens a session of the user until this one ends. A transaction that also changes
 * the user's password or known browsers must change them first: a sign-in locks these rows before the user.
 */
export async function lockUser(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Keeps a transaction that locks the user from running until this one ends, and waits for one that runs. */
export async function keepUser(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
}

/** Locks the contacts of a user, so that no other transaction proves one until this one ends. Sessions can still be opened. */
export async function lockContacts(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Marks a contact as proven to belong to its user. */
export async function markProven(db: Db, contact: { channel: Channel; id: string }): Promise<void> {
  const proven = { provenance: 'verified' as const, verifiedAt: sql<Date>`clock_timestamp()` }
  const table = contact.channel === 'email' ? 'emails' : 'phones'
  await db.updateTable(table).set(proven).where('id', '=', contact.id).execute()
}

/** Marks an invited email as unproven by the user of the account. Does not change a proven email. */
export async function markUnproven(db: Db, emailId: string): Promise<void> {
  const unproven = db.updateTable('emails').set({ provenance: 'self_unverified' }).where('id', '=', emailId)
  await unproven.where('provenance', '=', 'invited').execute()
}

export async function deleteUnprovenContacts(db: Db, userId: string): Promise<void> {
  for (const table of ['emails', 'phones'] as const) {
    await db
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('provenance', '=', 'self_unverified')
      .execute()
  }
}

export async function setName(
  db: Db,
  userId: string,
  names: Pick<User, 'firstName' | 'lastName'>,
): Promise<void> {
  const changed = { ...names, updatedAt: sql<Date>`clock_timestamp()` }
  await db.updateTable('users').set(changed).where('id', '=', userId).execute()
}
