/**
 * One-time codes and the challenges they answer. A challenge's token stands for one flow in one browser, and a code is
 * good for that flow alone. Owner of the table otp_challenges.
 */

import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Channel } from '@foyer/contract/contact'
import { otpChallengeSeconds, otpDigits, otpSeconds, otpTriesPerChallenge } from '@foyer/contract/limits'
import type { Product } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import { deleteBatch } from '../../db/delete-batch.ts'
import type { Keyring } from '../../keyring.ts'

/** What a code is for: one for signing in opens nothing else. */
export type OtpPurpose = 'login'

export type Challenge = {
  id: string
  /** The id that was asked for, real or made up. */
  subject: string
  /** null for the unknown. */
  userId: string | null
  channel: Channel
  isBoth: boolean
  /** The address or number that was written to. */
  contactId: string | null
  product: Product | null
  deviceId: Buffer | null
  /** The browser that asked, where the person is known in it; null for strangers. */
  browserId: Buffer | null
}

type NewChallenge = Omit<Challenge, 'id'> & { purpose: OtpPurpose }

const columns = [
  'id',
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
 * A challenge with a code to send, and beside it the event that says so; earlier codes of this person and purpose are
 * no longer good: those asked for in the same known browser, or those asked for by strangers. For the unknown the code is one that nobody knows.
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

/** A challenge to go on with where it is too early for a code: sending again is all it can do. */
export async function createWaitingChallenge(db: Db, given: NewChallenge): Promise<string> {
  const token = newToken()
  await db
    .insertInto('otpChallenges')
    .values(rowOf(token, { ...given, codeMac: null }))
    .execute()
  return token
}

/** The challenge that another code may be sent for; null when it has ended. */
export async function findChallenge(db: Db, purpose: OtpPurpose, token: string): Promise<Challenge | null> {
  const row = await db
    .selectFrom('otpChallenges')
    .select(columns)
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row ? asChallenge(row) : null
}

/**
 * Takes one of a challenge's tries, before anything is compared, so that any number at once cannot outrun them; null
 * when its code has run out, was used, replaced or tried too often.
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

/** A try nobody looked at. */
export async function returnTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('otpChallenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .execute()
}

/** Compared in constant time. */
export function isCode(
  keyring: Keyring,
  codeMac: Buffer,
  { token, code }: { token: string; code: string },
): boolean {
  return keyring.isMac(macPurpose, macked(token, code), codeMac)
}

/** Uses a challenge's code up. Of any number of callers at once exactly one is told true. */
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

/** No code that was sent to this person is good any more. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('otpChallenges')
    .set({ supersededAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('supersededAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute()
}

/** One-time codes that were asked for in this person's name, the oldest first. */
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

/** Removes every challenge of a person, also those that nothing could be sent for. */
export async function deleteChallenges(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('otpChallenges')
    .where((where) => where.or([where('userId', '=', userId), where('subject', '=', userId)]))
    .execute()
}

/** Removes up to `limit` challenges that ran out. */
export function deleteOldChallenges(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'otpChallenges',
    isOver: sql`expires_at < now()`,
    inOrderOf: sql`expires_at`,
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

function asChallenge(row: Omit<Challenge, 'product'> & { product: string | null }): Challenge {
  return { ...row, product: row.product as Product | null }
}
