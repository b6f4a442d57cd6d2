/**
 * Keeps one-time codes and their challenges. The token of a challenge identifies one flow in one browser, and the code is
 * valid in that flow only. With create-challenge.ts the owner of the table otp_challenges.
 */

import { createHash } from 'node:crypto'
import type { Channel } from '@foyer/contract/contact'
import type { Product } from '@foyer/contract/platforms'
import type { otpPurposes } from '@foyer/contract/routes/otp'
import { type QueryCreator, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import { withoutWaiting } from '../../kernel/db/durability.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'

const otpTriesPerChallenge = 5

/**
 * The use of a code; a code is valid for one purpose only. `verify_email` and `verify_phone` prove a contact that its user has
 * added.
 */
export type OtpPurpose = (typeof otpPurposes)[number] | 'verify_email' | 'verify_phone'

export type Challenge = {
  id: string
  purpose: OtpPurpose
  /** The id in the request: of a user or a contact, or a synthetic id. */
  subject: string
  /** null for an unknown user. */
  userId: string | null
  channel: Channel
  isBoth: boolean
  /** The contact that the code was sent to. */
  contactId: string | null
  product: Product | null
  deviceId: Buffer | null
  /** The known browser of the request; null for an unknown browser. */
  browserId: Buffer | null
}

const columns = [
  'id',
  'purpose',
  'subject',
  'userId',
  'channel',
  'isBoth',
  'contactId',
  'product',
  'deviceId',
  'browserId',
] as const

/** Finds a challenge for which another code may be sent; null for a challenge that was used or has expired. */
export async function findChallenge(db: Db, token: string): Promise<Challenge | null> {
  const row = await db
    .selectFrom('otpChallenges')
    .select(columns)
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row ? asChallenge(row) : null
}

/**
 * Counts a try of a challenge before the code is compared, so that concurrent requests cannot exceed the limit. Returns null
 * if the code has expired, was used, was replaced or was tried too often. A crash of the database may lose the count of a
 * try, as with every counter (docs/decisions/limits.md).
 */
export async function countTry(
  db: Db,
  { purpose, token }: { purpose: OtpPurpose; token: string },
): Promise<(Challenge & { codeMac: Buffer }) | null> {
  const row = await db
    .updateTable('otpChallenges')
    .from(withoutWaiting)
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('attempts', '<', otpTriesPerChallenge)
    .where('codeMac', 'is not', null)
    .where(isLive)
    .returning([...columns, 'codeMac'])
    .executeTakeFirst()
  return row?.codeMac ? { ...asChallenge(row), codeMac: row.codeMac } : null
}

/** Subtracts a try whose code was not compared. */
export async function uncountTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('otpChallenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .execute()
}

/** Compares a code with the stored MAC in constant time. */
export function isCode(
  keyring: Keyring,
  codeMac: Buffer,
  { token, code }: { token: string; code: string },
): boolean {
  return keyring.isMac(macPurpose, macked(token, code), codeMac)
}

/** Returns the MAC that is stored of a code. */
export function macOf(keyring: Keyring, { token, code }: { token: string; code: string }): Buffer {
  return keyring.mac(macPurpose, macked(token, code))
}

/**
 * Uses up the code of a user's challenge, and locks the contacts of the user for the proof. Of any number of concurrent
 * callers exactly one gets true.
 */
export async function consumeChallenge(trx: Db, id: string): Promise<boolean> {
  const user = await trx
    .with('used', (query) =>
      query
        .updateTable('otpChallenges')
        .set({ usedAt: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where(isLive)
        .returning('userId'),
    )
    .selectFrom('users')
    .select('id')
    .where('id', '=', ({ selectFrom }) => selectFrom('used').select('userId'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user !== undefined
}

/** Locks the valid codes of a user in the order of their ids, so that two requests with two codes wait for each other. */
export async function lockChallenges(trx: Db, userId: string): Promise<void> {
  await trx
    .selectFrom('otpChallenges')
    .select('id')
    .where('userId', '=', userId)
    .where('supersededAt', 'is', null)
    .where('usedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Makes every code that was sent to a user invalid. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('otpChallenges')
    .set({ supersededAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('supersededAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute()
}

/** The purposes of codes that change how a user signs in, or lead to such a change. A sign-in in another browser ends such codes. */
const accountPurposes: readonly OtpPurpose[] = ['verify_email', 'verify_phone', 'set_password', 'step_up']

/**
 * Ends codes for changes of a user's account that other browsers requested, in the same round trip as another statement.
 * Skips a locked code: another transaction is checking it, so the user typed it before this sign-in.
 */
export function endCodesOfOtherBrowsers(
  query: QueryCreator<Tables>,
  { userId, browserId }: { userId: string; browserId: Buffer },
) {
  const pending = query
    .selectFrom('otpChallenges')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', 'in', accountPurposes)
    .where('browserId', 'is distinct from', browserId)
    .where('supersededAt', 'is', null)
    .where('usedAt', 'is', null)
    .forUpdate()
    .skipLocked()
  return query
    .updateTable('otpChallenges')
    .set({ supersededAt: sql<Date>`clock_timestamp()` })
    .where('id', 'in', pending)
}

/** Lists the one-time codes that were requested for a user, the oldest first. */
export function listChallenges(db: Db, userId: string) {
  return db
    .selectFrom('otpChallenges')
    .select(['purpose', 'channel', 'isBoth', 'product', 'attempts', 'createdAt', 'codeExpiresAt', 'usedAt'])
    .where((where) => where.or([where('userId', '=', userId), where('subject', '=', userId)]))
    .orderBy('createdAt')
    .execute()
}

/** Deletes every challenge of a user, including challenges whose code could not be sent. */
export async function deleteChallenges(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('otpChallenges')
    .where((where) => where.or([where('userId', '=', userId), where('subject', '=', userId)]))
    .execute()
}

/** Deletes up to `limit` expired challenges. */
export function deleteOldChallenges(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'otpChallenges',
    isExpired: sql`expires_at < now()`,
    orderBy: sql`expires_at`,
    limit,
  })
}

const isLive = sql<boolean>`(used_at is null and superseded_at is null and code_expires_at > clock_timestamp())`

/** Returns the hash that is stored of a challenge's token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const macPurpose = 'one-time code'

function macked(token: string, code: string): string {
  return `${token}\0${code}`
}

function asChallenge(
  row: Record<'product', string | null> & { purpose: string } & Omit<Challenge, 'product' | 'purpose'>,
): Challenge {
  return { ...row, product: row.product as Product | null, purpose: row.purpose as OtpPurpose }
}
