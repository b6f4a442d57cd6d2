/** Keeps and checks passwords. Owner of the table credentials. */
import { expressionBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Provenance, Tables } from '../../kernel/db/tables.ts'
import { unknownUserId } from '../users/users.ts'
import type { Hasher } from './password-hashing.ts'

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await storedHash(db, userId)) !== null
}

/**
 * Compares a password with a stored hash, and returns the hash; null for a wrong password. A `hash` of null, for a missing
 * user or password, costs the same. A hash with older parameters is replaced.
 */
export async function comparePassword(
  db: Db,
  hasher: Hasher,
  { hash, password }: { hash: string | null; password: string },
): Promise<string | null> {
  const isRight = await hasher.verify(hash, password)
  if (!isRight || hash === null) return null
  return hasher.isOutdated(hash) ? renewHash(db, hasher, { stored: hash, password }) : hash
}

/**
 * Selects the user of a password as part of another statement, and locks the password until the transaction ends. Selects
 * null if the stored hash is another one by now.
 */
export function lockedOwner({ userId, hash }: { userId: string; hash: string }) {
  const { selectFrom } = expressionBuilder<Tables>()
  const own = selectFrom('credentials').select('userId').where('userId', '=', userId)
  return own.where('kind', '=', 'password').where('hash', '=', hash).forShare().$asScalar().$notNull()
}

/** Replaces a hash with older parameters. If the hashing queue is full, the sign-in succeeds and the next one tries again. */
async function renewHash(
  db: Db,
  hasher: Hasher,
  { stored, password }: { stored: string; password: string },
): Promise<string> {
  const hash = await hasher.hash(password).catch(() => null)
  if (!hash) return stored
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ hash })
    .where('hash', '=', stored)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? hash : stored
}

/** Stores a password. The caller computes the hash before its transaction, so that no lock is held during the hash. */
export async function storePassword(
  db: Db,
  { userId, hash, provenance }: { userId: string; hash: string; provenance: Provenance },
): Promise<void> {
  await db
    .insertInto('credentials')
    .values({ userId, kind: 'password', hash, provenance })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind']).doUpdateSet({ hash, provenance, updatedAt: new Date() }),
    )
    .execute()
}

/**
 * Replaces a user's password and keeps its provenance. Returns false if `was` is not the stored hash any more: of two
 * concurrent changes one succeeds.
 */
export async function replacePassword(
  db: Db,
  { userId, was, hash }: { userId: string; was: string; hash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ hash, updatedAt: new Date() })
    .where('userId', '=', userId)
    .where('kind', '=', 'password')
    .where('hash', '=', was)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a password that was set before any contact was proven, and returns whether there was one. */
export async function deleteUnprovenPassword(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('credentials')
    .where('userId', '=', userId)
    .where('provenance', '=', 'self_unverified')
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deletePassword(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('userId', '=', userId).execute()
}

/** Marks a password as proven: its owner proved a contact in the browser where the password was set. */
export async function keepUnprovenPassword(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ provenance: 'verified' })
    .where('userId', '=', userId)
    .where('provenance', '=', 'self_unverified')
    .execute()
}

async function storedHash(db: Db, userId: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('hash')
    .where('userId', '=', userId ?? unknownUserId)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Describes a user's password for an operator; null for a user without one. */
export async function describePassword(
  db: Db,
  userId: string,
): Promise<{ setAt: Date; provenance: Provenance } | null> {
  const row = await db
    .selectFrom('credentials')
    .select(['updatedAt as setAt', 'provenance'])
    .where('userId', '=', userId)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  return row ?? null
}
