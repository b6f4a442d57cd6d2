/**
 * Keeps one-time tokens of every purpose: each is stored as a hash, and one statement uses a token up
 * (docs/decisions/one-time-tokens.md). With password-links.ts, proof-tokens.ts, revert-links.ts and sealed-tokens.ts the owner of the table
 * one_time_tokens.
 */
import { createHash, randomBytes } from 'node:crypto'
import { linkPurposes } from '@foyer/contract/routes/password-links'
import { type Expression, type QueryCreator, type RawBuilder, sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Tables } from '../../kernel/db/tables.ts'

/** A used or expired token is kept this long; a link longer, so that an old mail still leads to an explanation. */
const keepSeconds = { token: 86_400, link: 2_592_000 } as const

/** The use of a token, the prefix of its text and its lifetime. */
export type Purpose = { name: string; prefix: string; seconds: number }

export type TokenState = 'valid' | 'used' | 'expired'

type FoundToken = {
  id: string
  userId: string | null
  details: Record<string, string | null>
  createdAt: Date
  /** The session that the first use of the token opened. */
  issuedSessionId: string | null
  state: TokenState
}

/** The condition that a token is neither used nor expired. */
export const isValid = sql<boolean>`(used_at is null and expires_at > clock_timestamp())`

const now = sql<Date>`clock_timestamp()`

/** Returns the text of a new token: 32 random bytes behind a prefix. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** Hashes the purpose with the token, so that a token fits no other purpose. */
export function hashOf(purpose: Pick<Purpose, 'name'>, value: string): Buffer {
  return createHash('sha256').update(`${purpose.name}\0${value}`).digest()
}

/** `userId` may select the user in the same statement. */
type Owner = { userId?: string | Expression<string> | null; sessionId?: string }
type NewToken = Owner & {
  purpose: string
  hash: Buffer
  details: object
  seconds: number
  usedAt?: RawBuilder<Date>
}

/** Inserts a token in the same round trip as another statement: `insertToken(db.with(…), …)`. */
export function insertToken(query: QueryCreator<Tables>, { details, seconds, ...token }: NewToken) {
  const expiresAt = secondsFromNow(seconds)
  // The moment of the statement: tokens of transactions that waited for each other keep their order.
  const createdAt = now
  return query
    .insertInto('oneTimeTokens')
    .values({ ...token, details: JSON.stringify(details), expiresAt, createdAt })
}

/**
 * Creates a token, together with an audit event in one statement, and returns its text. Only its hash is stored.
 */
export async function createToken(
  db: Db,
  purpose: Purpose,
  token: Owner & { details: object },
  recorded?: Recorded,
): Promise<string> {
  const value = newToken(purpose.prefix)
  const query = recorded ? db.with('recorded', (events) => insertEvent(events, recorded)) : db
  const { name, seconds } = purpose
  await insertToken(query, { ...token, purpose: name, hash: hashOf(purpose, value), seconds }).execute()
  if (recorded) reportEvent(recorded)
  return value
}

/** Finds a token by its hash, used and expired ones too. */
export function findToken(db: Db, hash: Buffer): Promise<FoundToken | undefined> {
  const state = sql<TokenState>`case when used_at is not null then 'used' when ${isValid} then 'valid' else 'expired' end`
  return db
    .selectFrom('oneTimeTokens')
    .select(['id', 'userId', 'details', 'createdAt', 'issuedSessionId', state.as('state')])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/**
 * Uses a token up, also in the same round trip as another statement: `db.with('token', (query) => consumeToken(…))`. Of any
 * number of concurrent callers exactly one gets a row.
 */
export function consumeToken(query: QueryCreator<Tables>, token: { hash: Buffer } | { id: string }) {
  const used = query
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where(isValid)
    .returning(['id as tokenId', 'userId', 'sessionId', 'details'])
  return 'id' in token ? used.where('id', '=', token.id) : used.where('hash', '=', token.hash)
}

/** Expires the valid tokens of a user with one of these purposes. */
export function expireTokens(
  query: QueryCreator<Tables>,
  { userId, purposes }: { userId: string | null; purposes: readonly string[] },
) {
  return query
    .updateTable('oneTimeTokens')
    .set({ expiresAt: now })
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where(isValid)
}

/** Records the session that the use of a token opened, in the same round trip as the insert of the session. */
export function noteIssuedSession(
  query: QueryCreator<Tables>,
  { tokenId, sessionId }: { tokenId: string; sessionId: string },
) {
  return query.updateTable('oneTimeTokens').set({ issuedSessionId: sessionId }).where('id', '=', tokenId)
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

function ago(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds})`
}
