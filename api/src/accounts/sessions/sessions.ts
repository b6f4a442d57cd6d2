/**
 * Sessions: a row each, with one refresh token good at a time. A code exchange opens a child of the session that minted
 * the code; ending a parent ends its children. All times are the database's. With open-session.ts and end-session.ts
 * the owner of the table sessions.
 */
import { keepSeconds, refreshGraceSeconds } from '@foyer/contract/limits'
import { isPlatform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { deleteBatch } from '../../db/delete-batch.ts'
import type { Browser } from '../../request-context.ts'
import { isActiveMember } from '../users/account-status.ts'
import { endSession } from './end-session.ts'
import { asOpen, isLive, type OpenSession, openColumns, type SessionRow } from './session-row.ts'

export type Refreshed =
  | { kind: 'refreshed'; session: OpenSession }
  /** The person is disabled, or no member any more: the session was ended. */
  | { kind: 'no-access'; session: OpenSession }
  /** The token is unknown, or its session is over. */
  | { kind: 'ended' }
  /** An older token came back after its grace: the whole session was ended. */
  | { kind: 'reused'; session: OpenSession }
  /** Another client than the session's, or none, or one where the session has none: nothing was changed. */
  | { kind: 'wrong-client'; session: OpenSession; isPlatforms: boolean }

/** The credentials that renew a session; `clientId` is null where no client authenticated itself. */
export type Renewal = { sessionId: string; counter: number; clientId: string | null }

/**
 * Steps a session's counter. The token just before answers with the same successor for 30 s, for tabs that refreshed
 * at once; any older one is a stolen copy. A platform's session is renewed by its own client alone (RFC 6749 §6). The
 * good path is one statement; the rest locks the row.
 */
export async function refreshSession(db: Db, renewal: Renewal): Promise<Refreshed> {
  const { sessionId, counter, clientId } = renewal
  const stepped = await stepCounter(db, renewal)
  if (stepped?.hasStanding) return { kind: 'refreshed', session: asOpen(stepped) }
  return db.transaction().execute(async (trx) => {
    if (stepped) return goOn(trx, stepped)
    const row = await trx
      .selectFrom('sessions')
      .select(openColumns)
      .select([isLive.as('isLive'), hasStanding.as('hasStanding')])
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
    if (session.counter - counter === 1 && row.isFresh) return goOn(trx, row)
    await endSession(trx, { sessionId, reason: 'refresh-reused' })
    return { kind: 'reused', session }
  })
}

async function goOn(trx: Db, row: SessionRow & { hasStanding: boolean }): Promise<Refreshed> {
  const session = asOpen(row)
  if (row.hasStanding) return { kind: 'refreshed', session }
  await endSession(trx, { sessionId: session.id, reason: 'no-access' })
  return { kind: 'no-access', session }
}

async function stepCounter(db: Db, { sessionId, counter, clientId }: Renewal) {
  return db
    .updateTable('sessions')
    .set({
      counter: counter + 1,
      rotatedAt: sql`clock_timestamp()`,
      lastSeenAt: sql`clock_timestamp()`,
      idleExpiresAt: sql`least(expires_at, clock_timestamp() + make_interval(secs => idle_seconds))`,
    })
    .where('id', '=', sessionId)
    .where('counter', '=', counter)
    .where('clientId', 'is not distinct from', clientId)
    .where(isLive)
    .returning(openColumns)
    .returning(hasStanding.as('hasStanding'))
    .executeTakeFirst()
}

/**
 * Removes up to `limit` sessions that ended, or reached their absolute end, long ago; children, which live no longer,
 * go with their parent.
 */
export function deleteOldSessions(db: Db, limit: number): Promise<number> {
  const overAt = sql`least(revoked_at, expires_at)`
  return deleteBatch(db, {
    from: 'sessions',
    isOver: sql`${overAt} < now() - make_interval(secs => ${keepSeconds.session})`,
    inOrderOf: overAt,
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

/** Every session of a person that is still kept, ended ones too, the oldest first. */
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
 * Whose a session is, whether it is the person's own here or one that a platform was given, and whether it goes on: it
 * neither ended nor ran out, and the person is in good standing.
 */
export async function findSession(
  db: Db,
  sessionId: string,
): Promise<{ userId: string; isOwn: boolean; isOpen: boolean } | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['userId', 'parentId', sql<boolean>`(${isLive} and ${hasStanding})`.as('isOpen')])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row ? { userId: row.userId, isOwn: row.parentId === null, isOpen: row.isOpen } : null
}

/** A session that goes on, as it is now. */
export async function findOpenSession(db: Db, sessionId: string): Promise<OpenSession | null> {
  const sought = db.selectFrom('sessions').select(openColumns).where('id', '=', sessionId)
  const row = await sought.where(isLive).executeTakeFirst()
  return row ? asOpen(row) : null
}

/** Whether this person is signed in in this browser: the cookie stays when they sign out, the session does not. */
export async function isSignedInHere(
  db: Db,
  { userId, browser: { ids } }: { userId: string; browser: Browser },
): Promise<boolean> {
  if (ids.length === 0) return false
  const own = db.selectFrom('sessions').select('id').where('userId', '=', userId)
  return (await own.where('browserId', 'in', ids).where(isLive).executeTakeFirst()) !== undefined
}

/** The browser had lost what says that it is the one. */
export async function moveToBrowser(
  db: Db,
  { sessionId, browserId }: { sessionId: string; browserId: Buffer },
): Promise<void> {
  await db.updateTable('sessions').set({ browserId }).where('id', '=', sessionId).execute()
}

/** Follows a browser whose id for this person was replaced: the person stays signed in there. */
export async function renameBrowser(
  db: Db,
  { userId, requestContext, to }: { userId: string; requestContext: Buffer; to: Buffer },
): Promise<void> {
  const own = db.updateTable('sessions').set({ browserId: to }).where('userId', '=', userId)
  await own.where('browserId', '=', requestContext).where('revokedAt', 'is', null).execute()
}

/** The unqualified columns of `isLive` are the child's here: the innermost FROM comes first. */
const hasLiveChild = sql<boolean>`exists (select from sessions as child where child.parent_id = sessions.id and ${isLive})`
const hasStanding = isActiveMember('sessions.userId', 'sessions.platform')
