/** Password credentials. Owner of the table credentials. */
import type { Db } from '../db/connect.ts'
import type { Provenance } from '../db/tables.ts'
import type { Hasher } from './password-hashing.ts'
import { nobody } from './users.ts'

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await findPassword(db, userId)) !== null
}

/** `unproven`: right, and set before anybody proved an address. */
export type PasswordCheck = 'right' | 'unproven' | 'wrong'

/**
 * Whether this is the user's password; a missing user or password costs the same and is wrong. A hash made with
 * older parameters is replaced on the way.
 */
export async function checkPassword(
  db: Db,
  hasher: Hasher,
  { userId, password }: { userId: string | null; password: string },
): Promise<PasswordCheck> {
  const stored = await findPassword(db, userId)
  const isRight = await hasher.verify(stored?.hash ?? null, password)
  if (!isRight || !stored) return 'wrong'
  if (hasher.isOutdated(stored.hash)) await renewHash(db, hasher, { stored: stored.hash, password })
  return stored.provenance === 'self_unverified' ? 'unproven' : 'right'
}

export async function isPasswordUnproven(db: Db, userId: string): Promise<boolean> {
  return (await findPassword(db, userId))?.provenance === 'self_unverified'
}

/** A busy queue is no reason to refuse somebody: the next sign-in tries again. */
async function renewHash(
  db: Db,
  hasher: Hasher,
  { stored, password }: { stored: string; password: string },
): Promise<void> {
  const hash = await hasher.hash(password).catch(() => null)
  if (!hash) return
  await db
    .updateTable('credentials')
    .set({ hash, updatedAt: new Date() })
    .where('hash', '=', stored)
    .execute()
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

/** The password of whoever has proven an address in the browser where it was set. */
export async function keepUnprovenPassword(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ provenance: 'verified' })
    .where('userId', '=', userId)
    .where('provenance', '=', 'self_unverified')
    .execute()
}

export type StoredPassword = { hash: string; provenance: Provenance; updatedAt: Date }

export async function findPassword(db: Db, userId: string | null): Promise<StoredPassword | null> {
  const row = await db
    .selectFrom('credentials')
    .select(['hash', 'provenance', 'updatedAt'])
    .where('userId', '=', userId ?? nobody)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  return row ?? null
}
