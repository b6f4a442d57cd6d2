/** Password credentials. Owner of the table credentials. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Provenance } from '../../db/tables.ts'
import { nobody } from '../users/users.ts'
import type { Hasher } from './password-hashing.ts'

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await storedHash(db, userId)) !== null
}

/**
 * The hash that says this is the user's password; null where it is not. A missing user or password costs the same. A
 * hash made with older parameters is replaced on the way.
 */
export async function checkPassword(
  db: Db,
  hasher: Hasher,
  { userId, password }: { userId: string | null; password: string },
): Promise<string | null> {
  const hash = await storedHash(db, userId)
  const isRight = await hasher.verify(hash, password)
  if (!isRight || hash === null) return null
  return hasher.isOutdated(hash) ? renewHash(db, hasher, { stored: hash, password }) : hash
}

/**
 * The user's id while this is the hash of their password, as a value of a statement; the password is neither replaced
 * nor taken away until that statement's transaction ends.
 */
export function ownerWhile({
  userId,
  passwordHash,
}: {
  userId: string
  passwordHash: string
}): RawBuilder<string> {
  return sql<string>`(select user_id from credentials
    where user_id = ${userId} and kind = 'password' and hash = ${passwordHash} for share)`
}

/** A busy queue is no reason to refuse somebody: the next sign-in tries again. */
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

/** Takes the finished hash: hashing inside a transaction would hold its locks. */
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
 * Another password for somebody who has one; how we came to hold it stays. False where `was` is no longer what they
 * have: of two who change the same password at once one does.
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

/** Takes away a password that was set before anybody proved an address. */
export async function deleteUnprovenPassword(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('credentials')
    .where('userId', '=', userId)
    .where('provenance', '=', 'self_unverified')
    .execute()
}

export async function deletePassword(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('credentials').where('userId', '=', userId).execute()
}

/** The password of whoever has proven an address in the browser where it was set. */
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
    .where('userId', '=', userId ?? nobody)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  return row?.hash ?? null
}

/** What may be told of somebody's password, if they have one. */
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
