/**
 * Keeps one-time tokens that belong to no user yet, such as the steps of a sign-in through another provider: their details
 * are personal data, and are encrypted. Owner of the table one_time_tokens, with one-time-tokens.ts.
 */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { hashOf, isValid, type Purpose } from './one-time-tokens.ts'

type Services = { db: Db; keyring: Keyring }

/** Makes a token of 32 random bytes. The token itself exists only in the return value. */
export async function createSealedToken(
  { db, keyring }: Services,
  purpose: Purpose,
  details: object,
): Promise<string> {
  const value = purpose.prefix + randomBytes(32).toString('base64url')
  const sealed = keyring.encrypt(purpose.name, JSON.stringify(details)).toString('base64')
  await db
    .insertInto('oneTimeTokens')
    .values({
      purpose: purpose.name,
      hash: hashOf(purpose, value),
      details: JSON.stringify({ sealed }),
      expiresAt: secondsFromNow(purpose.seconds),
    })
    .execute()
  return value
}

/** Returns the details of a token that is neither spent nor expired; else null. */
export async function readSealedToken(
  { db, keyring }: Services,
  purpose: Purpose,
  value: string,
): Promise<unknown> {
  const row = await db
    .selectFrom('oneTimeTokens')
    .select('details')
    .where('hash', '=', hashOf(purpose, value))
    .where(isValid)
    .executeTakeFirst()
  return row ? unsealed(keyring, purpose, row.details.sealed) : null
}

/** Counts a try of a token. Of any number of parallel callers at most `max` get true, those before them included. */
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

/** Takes a counted try off again. */
export async function uncountTry(db: Db, purpose: Purpose, value: string): Promise<void> {
  await db
    .updateTable('oneTimeTokens')
    .set({ attempts: sql<number>`attempts - 1` })
    .where('hash', '=', hashOf(purpose, value))
    .where('attempts', '>', 0)
    .execute()
}

/** Uses a token up: nothing of it stays. Of any number of parallel callers exactly one gets true. */
export async function spendSealedToken(db: Db, purpose: Purpose, value: string): Promise<boolean> {
  const spent = await db
    .deleteFrom('oneTimeTokens')
    .where('hash', '=', hashOf(purpose, value))
    .where(isValid)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/**
 * Uses up a token that another party issued, by its hash alone: of any number of callers exactly one gets true. A caller
 * waits for a transaction that uses the same token.
 */
export async function spendForeignToken(trx: Db, purpose: Purpose, value: string): Promise<boolean> {
  const spent = await trx
    .insertInto('oneTimeTokens')
    .values({
      purpose: purpose.name,
      hash: hashOf(purpose, value),
      details: '{}',
      usedAt: sql<Date>`clock_timestamp()`,
      expiresAt: secondsFromNow(purpose.seconds),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Returns null for details that another installation's secrets encrypted. */
function unsealed(keyring: Keyring, purpose: Purpose, sealed: string | null | undefined): unknown {
  try {
    return JSON.parse(keyring.decrypt(purpose.name, Buffer.from(sealed ?? '', 'base64')))
  } catch {
    return null
  }
}
