/**
 * Renews and finds sessions. Each has one row and one valid refresh token at a time. A code exchange opens a child of the
 * session that minted the code; ending a parent ends its children. All times are the database's. With step-counter.ts,
 * start-session.ts and end-session.ts the owner of the table sessions.
 */
import { isPlatform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { deleteBatch } from '../../db/delete-batch.ts'
import type { LogoutQueue } from '../../outbox/back-channel/logout-queue.ts'
import type { Browser } from '../../request-context.ts'
import { isActiveMember } from '../users/account-status.ts'
import { endSession } from './end-session.ts'
import { asOpen, isContinued, isLive, type OpenSession, openColumns, type SessionRow } from './session-row.ts'
import { type Renewal, stepCounter, stepLocked } from './step-counter.ts'

/** The row of an ended session is kept this long. */
const keepSeconds = 2_592_000

/** The previous refresh token stays valid for this long, for tabs that refresh at once. */
export const refreshGraceSeconds = 30

export type Refreshed =
  | { kind: 'refreshed'; session: OpenSession }
  /** The user is disabled or no longer a member: the session was ended. */
  | { kind: 'no-access'; session: OpenSession }
  /** The session is unknown or has ended. */
  | { kind: 'ended' }
  /** An older token was used after its grace period: the session was ended. */
  | { kind: 'reused'; session: OpenSession }
  /** The caller is not the client of the session: nothing was changed. */
  | { kind: 'wrong-client'; session: OpenSession; isPlatforms: boolean }

/**
 * Renews a session by increasing its counter. For 30 s the previous token gets the same successor, for tabs that refresh
 * at once; any older token is a stolen copy. Only its own client renews a platform's session (RFC 6749 §6). The common
 * case takes one statement, together with the renewals that arrive at the same time; the others lock the row.
 */
export async function refreshSession(db: Db, outbox: LogoutQueue, renewal: Renewal): Promise<Refreshed> {
  const { sessionId, counter, clientId } = renewal
  const stepped = await stepCounter(db, renewal)
  if (stepped?.isAllowed) return { kind: 'refreshed', session: asOpen(stepped) }
  return db.transaction().execute(async (trx) => {
    if (stepped) return renewOrEnd(trx, outbox, stepped)
    const row = await trx
      .selectFrom('sessions')
      .select(openColumns)
      .select([isLive.as('isLive'), isAllowed.as('isAllowed')])
      .select(
        sql<boolean>`rotated_at > clock_timestamp() - make_interval(secs => ${refreshGraceSeconds})`.as(
          'isFresh',
        ),
      )
      .where('id', '=', sessionId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { kind: 'ended' }
    const session = asOpen(row)
    if (row.clientId !== clientId)
      return { kind: 'wrong-client', session, isPlatforms: row.clientId !== null }
    if (!row.isLive) return { kind: 'ended' }
    if (session.counter === counter) {
      const steppedLater = await stepLocked(trx, renewal)
      // Without a step, the session has expired since it was read.
      return steppedLater ? renewOrEnd(trx, outbox, steppedLater) : { kind: 'ended' }
    }
    if (session.counter - counter === 1 && row.isFresh) return renewOrEnd(trx, outbox, row)
    await endSession(trx, outbox, { sessionId, reason: 'refresh-reused' })
    return { kind: 'reused', session }
  })
}

async function renewOrEnd(
  trx: Db,
  outbox: LogoutQueue,
  row: SessionRow & { isAllowed: boolean },
): Promise<Refreshed> {
  const session = asOpen(row)
  if (row.isAllowed) return { kind: 'refreshed', session }
  await endSession(trx, outbox, { sessionId: session.id, reason: 'no-access' })
  return { kind: 'no-access', session }
}

/**
 * Deletes up to `limit` sessions that ended or expired long ago. A child never outlives its parent and is deleted with it.
 */
export function deleteOldSessions(db: Db, limit: number): Promise<number> {
  const endedAt = sql`least(revoked_at, expires_at)`
  return deleteBatch(db, {
    from: 'sessions',
    isExpired: sql`${endedAt} < now() - make_interval(secs => ${keepSeconds})`,
    orderBy: endedAt,
    limit,
  })
}

/**
 * Lists a user's sessions, the newest first. A session stays in the list while it, or a platform session opened from it,
 * is open: a platform session may be in use long after its parent idled out, and the owner ends both by the parent.
 */
export async function listOpenSessions(db: Db, userId: string) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'platform', 'deviceLabel', 'createdAt'])
    .select(
      sql<Date>`greatest(last_seen_at, (select max(child.last_seen_at) from sessions as child where child.parent_id = sessions.id))`.as(
        'lastSeenAt',
      ),
    )
    .where('userId', '=', userId)
    .where('parentId', 'is', null)
    .where(({ or }) => or([isLive, hasLiveChild]))
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.flatMap(({ platform, ...row }) => (isPlatform(platform) ? [{ ...row, platform }] : []))
}

/** Lists every session of a user that has a row, ended ones too, the oldest first. */
export function listAllSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'parentId', 'platform', 'clientId', 'deviceLabel', 'amr', 'authTime'])
    .select(['createdAt', 'lastSeenAt', 'idleExpiresAt', 'expiresAt', 'revokedAt', 'revokedReason'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/**
 * Finds the user of a session. `isOwn` is false for a platform's session, `isContinued` true for one that an auto-login opened. `isOpen` means that it has neither ended nor
 * expired, and that the user may use its platform.
 */
export const findSession = batched<string, FoundSession | null>(async (db, sessionIds) => {
  const { rows } = await sql<FoundSession & { id: string }>`
    select id, user_id, client_id, parent_id is null as is_own, ${isContinued} as is_continued, (${isLive} and ${isAllowed}) as is_open
    from sessions where id = any((select ${sessionIds}::uuid[])::uuid[])`.execute(db)
  const byId = new Map(rows.map(({ id, ...found }) => [id, found]))
  return sessionIds.map((id) => byId.get(id) ?? null)
})

export type FoundSession = {
  userId: string
  clientId: string | null
  isOwn: boolean
  isContinued: boolean
  isOpen: boolean
}

/** Finds a session that has neither ended nor expired. */
export async function findOpenSession(db: Db, sessionId: string): Promise<OpenSession | null> {
  const sought = db.selectFrom('sessions').select(openColumns).where('id', '=', sessionId)
  const row = await sought.where(isLive).executeTakeFirst()
  return row ? asOpen(row) : null
}

/** Returns whether the user of an open session has authenticated for it within this time. */
export async function isFreshSession(db: Db, sessionId: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(isLive)
    .where(sql<boolean>`auth_time > clock_timestamp() - make_interval(secs => ${seconds})`)
    .where(({ not }) => not(isContinued))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the user is signed in in this browser. The cookie outlives a logout, so sessions decide. */
export async function isSignedInHere(
  db: Db,
  { userId, browser: { ids } }: { userId: string; browser: Browser },
): Promise<boolean> {
  if (ids.length === 0) return false
  const own = db.selectFrom('sessions').select('id').where('userId', '=', userId)
  return (await own.where('browserId', 'in', ids).where(isLive).executeTakeFirst()) !== undefined
}

/** Assigns a session to another browser id, for a browser that lost its cookie. */
export async function moveToBrowser(
  db: Db,
  { sessionId, browserId }: { sessionId: string; browserId: Buffer },
): Promise<void> {
  await db.updateTable('sessions').set({ browserId }).where('id', '=', sessionId).execute()
}

/** Replaces a browser's id in the user's sessions, so that they stay signed in there. */
export async function renameBrowser(
  db: Db,
  { userId, oldId, newId }: { userId: string; oldId: Buffer; newId: Buffer },
): Promise<void> {
  const own = db.updateTable('sessions').set({ browserId: newId }).where('userId', '=', userId)
  await own.where('browserId', '=', oldId).where('revokedAt', 'is', null).execute()
}

/** SQL resolves the unqualified columns of `isLive` in the innermost FROM: they are the child's. */
const hasLiveChild = sql<boolean>`exists (select from sessions as child where child.parent_id = sessions.id and ${isLive})`
const isAllowed = isActiveMember('sessions.userId', 'sessions.platform')
