/** Password credentials. Owner of the table credentials. */
import type { Db } from '../db/connect.ts'
import type { Provenance } from '../db/tables.ts'
import type { Hasher } from './password-hashing.ts'
import { nobody } from './users.ts'

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await storedHash(db, userId)) !== null
}

/**
 * Whether this is the user's password; a missing user or password costs the same and is false. A hash made with
 * older parameters is replaced on the way.
 */
export async function isPassword(
  db: Db,
  hasher: Hasher,
  { userId, password }: { userId: string | null; password: string },
): Promise<boolean> {
  const stored = await storedHash(db, userId)
  const isRight = await hasher.verify(stored, password)
  if (isRight && stored && hasher.isOutdated(stored)) await renewHash(db, hasher, { stored, password })
  return isRight
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

async function storedHash(db: Db, userId: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('hash')
    .where('userId', '=', userId ?? nobody)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  return row?.hash ?? null
}
