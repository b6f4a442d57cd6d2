/** One-time values: stored as a hash, consumed by one statement. Owner of the table secrets. */
import { createHash, randomBytes } from 'node:crypto'
import { keepSeconds } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import { type LinkPurpose, linkPurposes } from '@foyer/contract/routes/password-links'
import { type QueryCreator, sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import { deleteBatch } from '../../db/delete-batch.ts'
import type { Tables } from '../../db/tables.ts'

/** What a value is for, with the prefix it carries and how long it is good. */
export type Purpose = { name: string; prefix: string; seconds: number }

export type Consumed = {
  id: string
  userId: string | null
  sessionId: string | null
  details: Record<string, string | null>
}

export type Consumption =
  | { kind: 'consumed'; secret: Consumed }
  /** It was good once: `issuedSessionId` is what its use opened. */
  | { kind: 'replayed'; issuedSessionId: string | null }
  /** Unknown, expired or of another purpose. */
  | { kind: 'unknown' }

/**
 * Makes a value of 32 random bytes and stores its hash, and beside it the event that says so; the value itself exists
 * only in the answer.
 */
export async function createOneTimeToken(
  db: Db,
  purpose: Purpose,
  given: { userId: string; sessionId: string; details: Record<string, string | null> },
  recorded: Recorded,
): Promise<string> {
  const value = purpose.prefix + randomBytes(32).toString('base64url')
  await db
    .with('recorded', (query) => insertEvent(query, recorded))
    .insertInto('secrets')
    .values({
      purpose: purpose.name,
      hash: hashOf(purpose, value),
      userId: given.userId,
      sessionId: given.sessionId,
      details: JSON.stringify(given.details),
      expiresAt: secondsFromNow(purpose.seconds),
    })
    .execute()
  reportEvent(recorded)
  return value
}

/** Uses a value up. Of any number of callers at once exactly one is told `consumed`. */
export async function consumeOneTimeToken(db: Db, purpose: Purpose, value: string): Promise<Consumption> {
  const hash = hashOf(purpose, value)
  const secret = await db
    .updateTable('secrets')
    .set({ usedAt: sql`clock_timestamp()` })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .returning(['id', 'userId', 'sessionId', 'details'])
    .executeTakeFirst()
  if (secret) return { kind: 'consumed', secret }
  const used = await db
    .selectFrom('secrets')
    .select('issuedSessionId')
    .where('hash', '=', hash)
    .where('usedAt', 'is not', null)
    .executeTakeFirst()
  return used ? { kind: 'replayed', issuedSessionId: used.issuedSessionId } : { kind: 'unknown' }
}

/** A link that sets a password, as its row has it (password-links.ts makes its hash). */
export type LinkRow = {
  purpose: LinkPurpose
  /** null for one that is taken back before anybody sees it. */
  userId: string | null
  details: Record<string, string | null>
}

/** Stores one; earlier ones of its person, purpose and `joins` run out. In a transaction that holds the person's row. */
export async function insertLink(
  trx: Db,
  { hash, seconds, ...link }: LinkRow & { hash: Buffer; seconds: number },
): Promise<void> {
  const { purpose, userId, details } = link
  await trx
    .with('ended', (query) =>
      query
        .updateTable('secrets')
        .set({ expiresAt: sql<Date>`clock_timestamp()` })
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .where(sql`details ->> 'joins'`, 'is not distinct from', details.joins ?? null)
        .where(isGood),
    )
    .insertInto('secrets')
    .values({ purpose, userId, hash, details: JSON.stringify(details), expiresAt: secondsFromNow(seconds) })
    .execute()
}

export type LinkState = 'good' | 'used' | 'expired'

export async function findLinkRow(
  db: Db,
  hash: Buffer,
): Promise<(Omit<LinkRow, 'purpose'> & { id: string; state: LinkState }) | undefined> {
  return db
    .selectFrom('secrets')
    .select(['id', 'userId', 'details'])
    .select(
      sql<LinkState>`case when used_at is not null then 'used' when ${isGood} then 'good' else 'expired' end`.as(
        'state',
      ),
    )
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Uses a link up. Of any number of callers at once exactly one is told true. */
export async function useLink(db: Db, id: string): Promise<boolean> {
  const used = await db
    .updateTable('secrets')
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(isGood)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * No link of this person that sets a password is good any more, and none can be renewed into a membership. Answers what
 * those said that were good until now. In a transaction that holds the person's row.
 */
export async function endLinks(trx: Db, userId: string): Promise<LinkRow['details'][]> {
  const links = trx
    .selectFrom('secrets')
    .select(['id', 'details', isGood.as('wasGood')])
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .forUpdate()
  const ended = await trx
    .updateTable('secrets')
    .from(links.as('link'))
    .set({
      expiresAt: sql<Date>`least(secrets.expires_at, clock_timestamp())`,
      details: sql<string>`secrets.details - 'joins'`,
    })
    .whereRef('secrets.id', '=', 'link.id')
    .returning(['link.details', 'link.wasGood'])
    .execute()
  return ended.filter(({ wasGood }) => wasGood).map(({ details }) => details)
}

/** Links of this person that set a password and are good still, the first to end first. */
export async function listLinks(
  db: Db,
  userId: string,
): Promise<{ purpose: string; createdAt: Date; expiresAt: Date }[]> {
  return db
    .selectFrom('secrets')
    .select(['purpose', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(isGood)
    .orderBy('expiresAt')
    .execute()
}

/** Every one-time value of this person that is still kept, the oldest first; never the value or its hash. */
export function listOneTimeTokens(db: Db, userId: string) {
  return db
    .selectFrom('secrets')
    .select(['purpose', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Those of this person that set a password run out; an invitation's page sends another. */
export async function expireLinks(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('secrets')
    .set({ expiresAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(isGood)
    .execute()
}

/** No invitation to this platform that they were sent is good any more, nor leads to another one. */
export async function endInvitations(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<void> {
  await db
    .updateTable('secrets')
    .set({
      expiresAt: sql<Date>`least(expires_at, clock_timestamp())`,
      details: sql<string>`details - 'joins'`,
    })
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(sql`details ->> 'joins'`, '=', platform)
    .execute()
}

/** Notes the session that the use of a value opened: the row of `child`, in the same statement. */
export function noteIssuedSession(query: QueryCreator<Tables & { child: { id: string } }>, secretId: string) {
  return query
    .updateTable('secrets')
    .from('child')
    .set((expression) => ({ issuedSessionId: expression.ref('child.id') }))
    .where('secrets.id', '=', secretId)
}

/**
 * Removes up to `limit` values that ran out; links are kept for longer, so that an old mail still leads to a kind
 * sentence. One whose use opened a session stays as long as that session's row: shown again, it still ends it.
 */
export function deleteOldOneTimeTokens(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'secrets',
    isOver: sql`issued_session_id is null and expires_at < ${ago(keepSeconds.secret)}
      and (purpose <> all(${[...linkPurposes]}) or expires_at < ${ago(keepSeconds.link)})`,
    inOrderOf: sql`expires_at`,
    limit,
  })
}

/** The purpose is part of what is hashed: a value never fits another purpose. */
function hashOf(purpose: Purpose, value: string): Buffer {
  return createHash('sha256').update(`${purpose.name}\0${value}`).digest()
}

const isGood = sql<boolean>`(used_at is null and expires_at > clock_timestamp())`

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}

function ago(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds})`
}
