/** Reads and writes the rows of signing keys; ages are by the database's clock. Owner of the table signing_keys. */
import type { JWK } from 'jose'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type SigningKeyRow = {
  kid: string
  state: 'next' | 'active' | 'retired'
  publicJwk: JWK
  /** Encrypted; null for a retired key. */
  privateJwk: Buffer | null
  /** A key is published when it is created. */
  createdAt: Date
  activatedAt: Date | null
  retiredAt: Date | null
  publishedForSeconds: number
  activeForSeconds: number | null
  retiredForSeconds: number | null
}

/** Lists the signing keys, the newest first. */
export async function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .select([
      sql<number>`extract(epoch from clock_timestamp() - created_at)::float`.as('publishedForSeconds'),
      sql<number | null>`extract(epoch from clock_timestamp() - activated_at)::float`.as('activeForSeconds'),
      sql<number | null>`extract(epoch from clock_timestamp() - retired_at)::float`.as('retiredForSeconds'),
    ])
    .orderBy('createdAt', 'desc')
    .execute()
}

/** Runs one change of keys at a time over all copies of the service; readers do not wait. */
export function changeSigningKeys<Result>(
  db: Kysely<Tables>,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table signing_keys in share row exclusive mode`.execute(trx)
    return change(trx)
  })
}

/** Inserts the next key and returns its time of publication. */
export async function insertNextKey(
  trx: Transaction<Tables>,
  { kid, publicJwk, privateJwk }: { kid: string; publicJwk: JWK; privateJwk: Buffer },
): Promise<Date> {
  const { createdAt } = await trx
    .insertInto('signingKeys')
    .values({ kid, state: 'next', publicJwk: JSON.stringify(publicJwk), privateJwk })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

export async function activateKey(trx: Transaction<Tables>, kid: string): Promise<void> {
  await trx
    .updateTable('signingKeys')
    .set({ state: 'active', activatedAt: sql<Date>`clock_timestamp()` })
    .where('kid', '=', kid)
    .execute()
}

/** Retires a key and deletes its private half. */
export async function retireKey(trx: Transaction<Tables>, kid: string): Promise<void> {
  await trx
    .updateTable('signingKeys')
    .set({ state: 'retired', retiredAt: sql<Date>`clock_timestamp()`, privateJwk: null })
    .where('kid', '=', kid)
    .execute()
}

export async function deleteKey(trx: Transaction<Tables>, kid: string): Promise<void> {
  await trx.deleteFrom('signingKeys').where('kid', '=', kid).execute()
}
