/** Keeps the passkeys of users. Owner of the table passkeys. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** The most passkeys of one user. */
export const passkeysMax = 20

/** What the service keeps of a credential (WebAuthn §4, credential record). */
export type Credential = {
  credentialId: Buffer
  /** COSE key (RFC 9052). */
  publicKey: Buffer
  counter: number
  transports: string[]
  aaguid: string
  isSynced: boolean
}

export type PasskeyRow = {
  id: string
  credentialId: Buffer
  name: string
  aaguid: string
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

const listed = ['id', 'credentialId', 'name', 'aaguid', 'isSynced', 'createdAt', 'lastUsedAt'] as const

/** Finds the passkey with this id of its credential, and its user. */
export function findPasskey(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'publicKey', 'isSynced'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
}

/**
 * Notes a use in the transaction that opens the session, and locks the passkey: a concurrent removal waits or has happened.
 * Returns false if the passkey is gone, or if its counter did not grow, which a copy of its key may have caused
 * (WebAuthn §6.1.1). Authenticators without a counter send 0.
 */
export async function notePasskeyUse(
  trx: Db,
  { id, counter }: { id: string; counter: number },
): Promise<boolean> {
  const noted = await trx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`(${counter}::bigint > counter or (${counter}::bigint = 0 and counter = 0))`)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Lists a user's passkeys, the oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(listed)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Lists the ids of a user's credentials, which an authenticator must not make again. */
export function listCredentials(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .execute()
}

/** Adds a passkey; returns undefined if the credential belongs to a user already. */
export function addPasskey(
  trx: Db,
  passkey: Credential & { userId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(listed)
    .executeTakeFirst()
}

export function renamePasskey(
  trx: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | undefined> {
  return trx
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirst()
}

/** Removes one passkey of a user, or all, and returns the removed ones. */
export function removePasskeys(trx: Db, userId: string, id?: string) {
  const removed = trx.deleteFrom('passkeys').where('userId', '=', userId).returning(['id', 'name'])
  return (id === undefined ? removed : removed.where('id', '=', id)).execute()
}

/** Returns whether the user still has a passkey, and locks its row: a concurrent removal waits or has happened. */
export async function hasPasskey(trx: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const found = trx.selectFrom('passkeys').select('id').where('userId', '=', userId).where('id', '=', id)
  return (await found.forShare().executeTakeFirst()) !== undefined
}

/** Counts the passkeys of a user. */
export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
