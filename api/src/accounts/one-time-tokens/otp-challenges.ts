/**
 * Keeps one-time codes and their challenges. A challenge's token stands for one flow in one browser, and its code is valid
 * in that flow only. Owner of the table otp_challenges.
 */

import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Channel } from '@foyer/contract/contact'
import { otpChallengeSeconds, otpDigits, otpSeconds } from '@foyer/contract/numbers'
import type { Product } from '@foyer/contract/platforms'
import type { otpPurposes } from '@foyer/contract/routes/otp'
import { type QueryCreator, sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import { deleteBatch } from '../../db/delete-batch.ts'
import type { Tables } from '../../db/tables.ts'
import type { Keyring } from '../../keyring.ts'

export const otpTriesPerChallenge = 5

/** The use of a code; a code is valid for one purpose only. `verify_email` proves an address that its user has added. */
export type OtpPurpose = (typeof otpPurposes)[number] | 'verify_email'

export type Challenge = {
  id: string
  purpose: OtpPurpose
  /** The id in the request: a user's, a contact's, or made up. */
  subject: string
  /** null for an unknown user. */
  userId: string | null
  channel: Channel
  isBoth: boolean
  /** The contact that the code was sent to. */
  contactId: string | null
  product: Product | null
  deviceId: Buffer | null
  /** The known browser of the request; null for any other. */
  browserId: Buffer | null
}

type NewChallenge = Omit<Challenge, 'id'>

const columns = [
  'id',
  'purpose',
  'subject',
  'userId',
  'medium as channel',
  'isBoth',
  'contactId',
  'product',
  'deviceId',
  'browserId',
] as const

/**
 * Creates a challenge with a code and records the event in the same statement. Replaces the user's earlier codes of this
 * purpose: in a known browser those requested there, in any other those requested outside known browsers. An unknown user
 * gets a random MAC that no code matches.
 */
export async function createChallenge(
  db: Db,
  keyring: Keyring,
  given: NewChallenge,
  recorded: Recorded,
): Promise<{ token: string; code: string }> {
  const token = newToken()
  const code = String(randomInt(0, 10 ** otpDigits)).padStart(otpDigits, '0')
  const codeMac = given.userId ? keyring.mac(macPurpose, macked(token, code)) : randomBytes(32)
  await db
    .with('recorded', (query) => insertEvent(query, recorded))
    .with('superseded', (query) =>
      query
        .updateTable('otpChallenges')
        .set({ supersededAt: sql<Date>`clock_timestamp()` })
        .where('subject', '=', given.subject)
        .where('purpose', '=', given.purpose)
        .where('browserId', 'is not distinct from', given.browserId)
        .where('supersededAt', 'is', null)
        .where('usedAt', 'is', null),
    )
    .insertInto('otpChallenges')
    .values(rowOf(token, { ...given, codeMac }))
    .execute()
  reportEvent(recorded)
  return { token, code }
}

/** Creates a challenge without a code, for a request that comes too early: it can only request another code. */
export async function createWaitingChallenge(db: Db, given: NewChallenge): Promise<string> {
  const token = newToken()
  await db
    .insertInto('otpChallenges')
    .values(rowOf(token, { ...given, codeMac: null }))
    .execute()
  return token
}

/** Finds a challenge that another code may be sent for; null for one that has ended. */
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
 * Takes one try of a challenge before the code is compared, so that parallel requests cannot exceed the limit. Returns
 * null where the code has expired, was used, was replaced or was tried too often.
 */
export async function takeTry(
  db: Db,
  purpose: OtpPurpose,
  token: string,
): Promise<(Challenge & { codeMac: Buffer }) | null> {
  const row = await db
    .updateTable('otpChallenges')
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

/** Gives back a try whose code was not compared. */
export async function returnTry(db: Db, id: string): Promise<void> {
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

/** Consumes a challenge's code. Of any number of parallel callers exactly one gets true. */
export async function useChallenge(db: Db, id: string): Promise<boolean> {
  const used = await db
    .updateTable('otpChallenges')
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(isLive)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
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

const emailPurposes: readonly OtpPurpose[] = ['verify_email', 'email_change']

/**
 * Ends the codes of a pending change of a user's emails that were asked for in another browser, in the statement that opens
 * a session: of two people in one account, the other one may have asked. It waits for nothing: a code in use has been typed
 * before the sign-in, and a code that is being ended needs no second end.
 */
export function endEmailChallenges(
  query: QueryCreator<Tables>,
  { userId, browserId }: { userId: string; browserId: Buffer },
) {
  return query
    .updateTable('otpChallenges')
    .set({ supersededAt: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('otpChallenges')
        .select('id')
        .where('userId', '=', userId)
        .where('purpose', 'in', emailPurposes)
        .where('browserId', 'is distinct from', browserId)
        .where('supersededAt', 'is', null)
        .where('usedAt', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
}

/** Lists the one-time codes that were requested for a user, the oldest first. */
export function listChallenges(db: Db, userId: string) {
  return db
    .selectFrom('otpChallenges')
    .select([
      'purpose',
      'medium as channel',
      'isBoth',
      'product',
      'attempts',
      'createdAt',
      'codeExpiresAt',
      'usedAt',
    ])
    .where((where) => where.or([where('userId', '=', userId), where('subject', '=', userId)]))
    .orderBy('createdAt')
    .execute()
}

/** Deletes every challenge of a user, also those whose code could not be sent. */
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

function newToken(): string {
  return `ot_${randomBytes(32).toString('base64url')}`
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const macPurpose = 'one-time code'

function macked(token: string, code: string): string {
  return `${token}\0${code}`
}

function rowOf(token: string, { channel, ...given }: NewChallenge & { codeMac: Buffer | null }) {
  return {
    ...given,
    medium: channel,
    hash: hashOf(token),
    codeExpiresAt: secondsFromNow(otpSeconds),
    expiresAt: secondsFromNow(otpChallengeSeconds),
  }
}

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}

function asChallenge(
  row: Record<'product', string | null> & { purpose: string } & Omit<Challenge, 'product' | 'purpose'>,
): Challenge {
  return { ...row, product: row.product as Product | null, purpose: row.purpose as OtpPurpose }
}
