/**
 * Keeps one-time tokens that belong to no user yet, such as the steps of a sign-in through a social provider: their details
 * are personal data, and are encrypted. With one-time-tokens.ts the owner of the table one_time_tokens.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import {
  consumeToken,
  createToken,
  findToken,
  hashOf,
  insertToken,
  isValid,
  type Purpose,
} from './one-time-tokens.ts'

type Services = { db: Db; keyring: Keyring }

export function createSealedToken(
  { db, keyring }: Services,
  purpose: Purpose,
  details: object,
): Promise<string> {
  const sealed = keyring.encrypt(purpose.name, JSON.stringify(details)).toString('base64')
  return createToken(db, purpose, { details: { sealed } })
}

/** Creates a token whose text the caller chose. */
export async function keepSealedToken(
  { db, keyring }: Services,
  { name, seconds }: Purpose,
  { value, details }: { value: string; details: object },
): Promise<void> {
  const sealed = keyring.encrypt(name, JSON.stringify(details)).toString('base64')
  const token = { purpose: name, hash: hashOf({ name }, value), seconds, details: { sealed } }
  await insertToken(db, token).execute()
}

/** Returns the details of a token that is neither used nor expired; else null. */
export async function readSealedToken(
  { db, keyring }: Services,
  purpose: Purpose,
  value: string,
): Promise<unknown> {
  const token = await findToken(db, hashOf(purpose, value))
  return token?.state === 'valid' ? unsealed(keyring, purpose, token.details.sealed) : null
}

/** Counts a try of a token. At most `max` tries of a token return true. */
export async function countTry(db: Db, purpose: Purpose, value: string, max: number): Promise<boolean> {
  const counted = await db
    .updateTable('oneTimeTokens')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('hash', '=', hashOf(purpose, value))
    .where('attempts', '<', max)
    .where(isValid)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/** Subtracts a counted try. */
export async function uncountTry(db: Db, purpose: Purpose, value: string): Promise<void> {
  await db
    .updateTable('oneTimeTokens')
    .set({ attempts: sql<number>`attempts - 1` })
    .where('hash', '=', hashOf(purpose, value))
    .where('attempts', '>', 0)
    .execute()
}

/** Uses a token up and deletes its details. Of any number of concurrent callers exactly one gets true. */
export async function consumeSealedToken(db: Db, purpose: Purpose, value: string): Promise<boolean> {
  const consumed = consumeToken(db, { hash: hashOf(purpose, value) }).set({ details: '{}' })
  return (await consumed.executeTakeFirst()) !== undefined
}

/**
 * Uses up a token that another party issued: the row with its hash is the record of the use. Of any number of concurrent
 * callers exactly one gets true; a caller waits for a transaction that uses the same token.
 */
export async function consumeForeignToken(trx: Db, purpose: Purpose, value: string): Promise<boolean> {
  const { name, seconds } = purpose
  const usedAt = sql<Date>`clock_timestamp()`
  const consumed = await insertToken(trx, {
    ...{ purpose: name, hash: hashOf(purpose, value), seconds },
    ...{ details: {}, usedAt },
  })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Returns null for details that another installation's secrets encrypted. */
function unsealed(keyring: Keyring, purpose: Purpose, sealed: string | null | undefined): unknown {
  try {
    return JSON.parse(keyring.decrypt(purpose.name, Buffer.from(sealed ?? '', 'base64')))
  } catch {
    return null
  }
}
