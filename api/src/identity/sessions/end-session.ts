/**
 * Ends sessions, and queues a logout message to each platform whose session ends. With start-session.ts, renew-session.ts,
 * sister-session.ts and sessions.ts the owner of the table sessions.
 */
import type { Platform } from '@foyer/contract/platforms'
import { expressionBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import { endProofs } from '../tokens/proof-tokens.ts'
import { isLive } from './session-row.ts'

type EndReason =
  | 'signed-out'
  | 'ended-by-owner'
  | 'disowned'
  | 'browser-signed-out'
  | 'removed-from-browser'
  | 'browser-session-replayed'
  | 'refresh-reused'
  | 'code-replayed'
  | 'no-access'
  | 'assurance'
  | 'too-many'
  | 'mailbox-proven'
  | 'password-reset'
  | 'password-changed'
  | 'email-reverted'
  | 'disabled'
  | 'deletion-requested'
  | 'membership-removed'
  | 'ended-by-operator'
  | 'client-disabled'
  | 'app-removed'

const endedColumns = ['id', 'userId', 'clientId', 'expiresAt'] as const

/**
 * Ends a session and its children; returns true for a session that was open. Call it in a transaction, so that no child
 * outlives its parent and every platform is notified. It runs two statements: the first waits for a transaction that is
 * opening a child, and only the second sees that child. A platform that ends its own session gets no message about it.
 */
export async function endSession(
  trx: Db,
  outbox: LogoutQueue,
  { sessionId, reason }: { sessionId: string; reason: EndReason },
): Promise<boolean> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  const open = trx.updateTable('sessions').set(ended).where('revokedAt', 'is', null).returning(endedColumns)
  const own = await open.where('id', '=', sessionId).execute()
  const children = await open.where('parentId', '=', sessionId).execute()
  await outbox.queueLogouts(trx, reason === 'signed-out' ? children : [...own, ...children])
  return own.length > 0
}

type Selection = {
  userId: string
  /** Ends the sessions of this platform only. */
  platform?: Platform
  /** Ends the sessions of this client only. */
  clientId?: string
  /** Keeps these sessions and their children. */
  keptIds?: readonly string[]
}

/**
 * Ends the selected sessions of a user in a transaction, in two statements like `endSession`, and returns their ids. The
 * end of all sessions is the end of kept proofs, too.
 */
export async function endAllSessions(
  trx: Db,
  outbox: LogoutQueue,
  { userId, platform, clientId, keptIds, reason }: Selection & { reason: EndReason },
): Promise<string[]> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  let open = trx
    .updateTable('sessions')
    .set(ended)
    .where('userId', '=', userId)
    .where(isLive)
    .returning(endedColumns)
  if (platform) open = open.where('platform', '=', platform)
  if (clientId) open = open.where('clientId', '=', clientId)
  if (keptIds) open = open.where(({ not }) => not(isAmong('id', keptIds))).where(isNoChildOf(keptIds))
  if (!platform && !clientId) await endProofs(trx, userId)
  const own = await open.where('parentId', 'is', null).execute()
  const children = await open.execute()
  const all = [...own, ...children]
  await outbox.queueLogouts(trx, all)
  return all.map(({ id }) => id)
}

/** Ends every session of a client, without a logout token to it; returns how many. */
export async function endSessionsOfClient(trx: Db, clientId: string): Promise<number> {
  const ended = await trx
    .updateTable('sessions')
    .set({ revokedAt: sql<Date>`clock_timestamp()`, revokedReason: 'client-disabled' satisfies EndReason })
    .where('clientId', '=', clientId)
    .where(isLive)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** A session that ended with its browser. `messageId` is null if its platform has no back channel. */
export type EndedHere = {
  id: string
  userId: string
  platform: string
  clientId: string | null
  messageId: string | null
}

/**
 * Ends the sessions of a browser with their platforms' sessions: those of the browser sessions, and those of its known
 * browsers, which may have other sessions: tabs that signed in first at the same moment, and an auto-login. `userId` selects
 * one account. Call it in a transaction that has ended or locked the browser sessions.
 */
export async function endSessionsHere(
  trx: Db,
  outbox: LogoutQueue,
  here: { browserSessionIds: readonly string[]; browserIds: readonly Buffer[]; userId?: string },
  reason: EndReason,
): Promise<EndedHere[]> {
  const { browserSessionIds, browserIds, userId } = here
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  const open = trx
    .updateTable('sessions')
    .set(ended)
    .where('revokedAt', 'is', null)
    .returning([...endedColumns, 'platform'])
  const known = trx.selectFrom('knownBrowsers').select('userId').where(isAmong('browserId', browserIds))
  const own = await open
    .where('parentId', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        isAmong('browserSessionId', browserSessionIds),
        // The index of users finds these rows.
        and([eb('userId', 'in', known), isAmong('browserId', browserIds)]),
      ]),
    )
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
    .execute()
  const ownIds = own.map(({ id }) => id)
  const children = await open.where(isAmong('parentId', ownIds)).execute()
  const messages = await outbox.queueLogouts(trx, children)
  return [...own, ...children].map(({ expiresAt: _, ...session }) => ({
    ...session,
    messageId: messages.get(session.id) ?? null,
  }))
}

function isAmong(
  column: 'id' | 'browserId' | 'browserSessionId' | 'parentId',
  values: readonly (Buffer | string)[],
) {
  const type = sql.raw(column === 'browserId' ? 'bytea[]' : 'uuid[]')
  return sql<boolean>`${sql.ref(column)} = any(${values}::${type})`
}

function isNoChildOf(ids: readonly string[]) {
  return sql<boolean>`(parent_id = any(${ids}::uuid[])) is not true`
}

/** The owner of a number of open sessions: a user with own sessions at Foyer, or a client with sessions below one of these. */
type Owner = { userId: string; parentId: null } | { parentId: string; clientId: string }

/** Counts the open sessions of an owner, in the statement that inserts another one. */
export function countOpen(owner: Owner) {
  return expressionBuilder<Tables>()
    .selectFrom('sessions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(({ and }) => and({ ...owner, revokedAt: null }))
    .$asScalar()
    .$notNull()
}

/** Ends the oldest sessions of an owner and keeps `kept` open ones, in the caller's transaction or in a new one. */
export async function endOldest(db: Db, outbox: LogoutQueue, owner: Owner, kept: number): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((trx) => endOldest(trx, outbox, owner, kept))
  const trx = db
  const surplus = await trx
    .selectFrom('sessions')
    .select('id')
    .where(({ and }) => and({ ...owner, revokedAt: null }))
    .orderBy('createdAt', 'desc')
    .offset(kept)
    .limit(kept)
    .execute()
  for (const { id } of surplus) await endSession(trx, outbox, { sessionId: id, reason: 'too-many' })
}
