/**
 * Keeps one-time tokens: each is stored as a hash and consumed by one statement. Owner of the table one_time_tokens, with
 * sealed-tokens.ts.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import { type LinkPurpose, linkPurposes } from '@foyer/contract/routes/password-links'
import { type QueryCreator, sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Tables } from '../../kernel/db/tables.ts'

/** A used or expired token is kept this long; a link longer, so that an old mail still leads to an explanation. */
const keepSeconds = { token: 86_400, link: 2_592_000 } as const

/** The use of a token, the prefix of its text and its lifetime. */
export type Purpose = { name: string; prefix: string; seconds: number }

/**
 * Makes a token of 32 random bytes, and stores its hash with the event in one statement. The token itself exists only in the
 * return value.
 */
export async function createOneTimeToken(
  db: Db,
  purpose: Purpose,
  given: { userId: string; sessionId: string; details: Record<string, string | null> },
  recorded: Recorded,
): Promise<string> {
  const value = purpose.prefix + randomBytes(32).toString('base64url')
  const { userId, sessionId, details } = given
  await db
    .with('recorded', (query) => insertEvent(query, recorded))
    .insertInto('oneTimeTokens')
    .values({
      ...{ purpose: purpose.name, hash: hashOf(purpose, value), userId, sessionId },
      ...{ details: JSON.stringify(details), expiresAt: secondsFromNow(purpose.seconds) },
    })
    .execute()
  reportEvent(recorded)
  return value
}

/**
 * Consumes a token in the same round trip as another statement: `db.with('token', (query) => consume(…))`. Of any number of
 * parallel callers exactly one gets a row.
 */
export function consume(query: QueryCreator<Tables>, purpose: Purpose, value: string) {
  return query
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql`clock_timestamp()` })
    .where('hash', '=', hashOf(purpose, value))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .returning(['id as tokenId', 'sessionId', 'details'])
}

/**
 * Finds the use of a token that was used before, with the session that its first use opened; undefined for a token that is
 * unknown, expired or of another purpose.
 */
export function findUse(db: Db, purpose: Purpose, value: string) {
  return db
    .selectFrom('oneTimeTokens')
    .select('issuedSessionId')
    .where('hash', '=', hashOf(purpose, value))
    .where('usedAt', 'is not', null)
    .executeTakeFirst()
}

/** The row of a password link (password-links.ts makes its hash). */
type LinkRow = {
  purpose: LinkPurpose
  /** null for the decoy of an unknown user, which its transaction rolls back. */
  userId: string | null
  details: Record<string, string | null>
}

/** Stores a link and expires earlier ones of its user, purpose and `joins`. Call it in a transaction that holds the user's row. */
export async function insertLink(
  trx: Db,
  { hash, seconds, ...link }: LinkRow & { hash: Buffer; seconds: number },
): Promise<void> {
  const { purpose, userId, details } = link
  await trx
    .with('ended', (query) =>
      query
        .updateTable('oneTimeTokens')
        .set({ expiresAt: sql<Date>`clock_timestamp()` })
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .where(sql`details ->> 'joins'`, 'is not distinct from', details.joins ?? null)
        .where(isValid),
    )
    .insertInto('oneTimeTokens')
    .values({ purpose, userId, hash, details: JSON.stringify(details), expiresAt: secondsFromNow(seconds) })
    .execute()
}

export type LinkState = 'valid' | 'used' | 'expired'

export async function findLinkRow(
  db: Db,
  hash: Buffer,
): Promise<(Omit<LinkRow, 'purpose'> & { id: string; state: LinkState }) | undefined> {
  return db
    .selectFrom('oneTimeTokens')
    .select(['id', 'userId', 'details'])
    .select(
      sql<LinkState>`case when used_at is not null then 'used' when ${isValid} then 'valid' else 'expired' end`.as(
        'state',
      ),
    )
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Consumes a link. Of any number of parallel callers exactly one gets true. */
export async function useLink(db: Db, id: string): Promise<boolean> {
  const used = await db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(isValid)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Expires every password link of a user, so that none can be renewed into a membership, and returns the details of those
 * that were valid. Call it in a transaction that holds the user's row.
 */
export async function endLinks(trx: Db, userId: string): Promise<LinkRow['details'][]> {
  const links = trx
    .selectFrom('oneTimeTokens')
    .select(['id', 'details', isValid.as('wasValid')])
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .forUpdate()
  const ended = await trx
    .updateTable('oneTimeTokens')
    .from(links.as('link'))
    .set({
      expiresAt: sql<Date>`least(one_time_tokens.expires_at, clock_timestamp())`,
      details: sql<string>`one_time_tokens.details - 'joins'`,
    })
    .whereRef('oneTimeTokens.id', '=', 'link.id')
    .returning(['link.details', 'link.wasValid'])
    .execute()
  return ended.filter(({ wasValid }) => wasValid).map(({ details }) => details)
}

/** Lists a user's valid password links, the first to expire first. */
export async function listLinks(
  db: Db,
  userId: string,
): Promise<{ purpose: string; createdAt: Date; expiresAt: Date }[]> {
  return db
    .selectFrom('oneTimeTokens')
    .select(['purpose', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(isValid)
    .orderBy('expiresAt')
    .execute()
}

/** Lists every one-time token of a user that has a row, the oldest first; never the token or its hash. */
export function listOneTimeTokens(db: Db, userId: string) {
  return db
    .selectFrom('oneTimeTokens')
    .select(['purpose', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Expires a user's password links. The page of an expired invitation can still send a new one. */
export async function expireLinks(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('oneTimeTokens')
    .set({ expiresAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(isValid)
    .execute()
}

/** Expires a user's invitations to a platform permanently: their pages cannot send new ones. */
export async function endInvitations(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<void> {
  await db
    .updateTable('oneTimeTokens')
    .set({
      expiresAt: sql<Date>`least(expires_at, clock_timestamp())`,
      details: sql<string>`details - 'joins'`,
    })
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(sql`details ->> 'joins'`, '=', platform)
    .execute()
}

/** Records the session that the use of a token opened, in the same round trip as the insert of the session. */
export function noteIssuedSession(
  query: QueryCreator<Tables>,
  { tokenId, sessionId }: { tokenId: string; sessionId: string },
) {
  return query.updateTable('oneTimeTokens').set({ issuedSessionId: sessionId }).where('id', '=', tokenId)
}

/**
 * Deletes up to `limit` expired tokens. Links stay longer, so that an old link still says that it has expired. A token
 * that opened a session stays as long as the session's row, because its replay ends that session.
 */
export function deleteOldOneTimeTokens(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'oneTimeTokens',
    isExpired: sql`issued_session_id is null and expires_at < ${ago(keepSeconds.token)}
      and (purpose <> all(${[...linkPurposes]}) or expires_at < ${ago(keepSeconds.link)})`,
    orderBy: sql`expires_at`,
    limit,
  })
}

/** Hashes the purpose with the token, so that a token fits no other purpose. */
export function hashOf(purpose: Purpose, value: string): Buffer {
  return createHash('sha256').update(`${purpose.name}\0${value}`).digest()
}

export const isValid = sql<boolean>`(used_at is null and expires_at > clock_timestamp())`

function ago(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds})`
}
