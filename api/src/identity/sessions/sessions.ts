/**
 * Finds, lists and deletes sessions. All times are the database's. With start-session.ts, renew-session.ts, end-session.ts
 * and sister-session.ts the owner of the table sessions.
 */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { batched } from '../../kernel/db/batch.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Browser } from '../../kernel/request-context.ts'
import {
  type AssuranceRules,
  assuranceOf,
  firstFactorOf,
  isGuardedByTwo,
  isProvenByTwo,
  withSecondFactor,
} from './assurance.ts'
import {
  asOpen,
  hasLiveChild,
  isContinued,
  isInBrowserOf,
  isLive,
  isOfActiveMember,
  type OpenSession,
  openColumns,
} from './session-row.ts'

/** The row of an ended session is kept this long. */
const keepSeconds = 2_592_000

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
 * Lists a user's sessions, the newest first. The list has every session that is open itself or has an open platform session
 * below it: a platform session may be in use long after its parent expired, and the user ends both by ending the parent.
 * `isHere` marks the sessions in the browser of this session.
 */
export async function listOpenSessions(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | null },
) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'platform', 'deviceLabel', 'createdAt', 'browserSessionId'])
    .select(
      sql<Date>`greatest(last_seen_at, (select max(child.last_seen_at) from sessions as child where child.parent_id = sessions.id))`.as(
        'lastSeenAt',
      ),
    )
    .select(isInBrowserOf(sessionId).as('isHere'))
    .select(
      sql<Date | null>`(select second_factor_at from known_browsers as known where known.user_id = sessions.user_id
        and known.browser_id = sessions.browser_id and known.expires_at > clock_timestamp())`.as(
        'secondFactorAt',
      ),
    )
    .where('userId', '=', userId)
    .where('parentId', 'is', null)
    .where(({ or }) => or([isLive, hasLiveChild]))
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.flatMap(({ platform, ...row }) => (isPlatform(platform) ? [{ ...row, platform }] : []))
}

/** Lists the last visit of a user to each platform, among the sessions that still have a row, of every browser. */
export async function listVisits(db: Db, userId: string): Promise<Map<Platform, Date>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['platform', (eb) => eb.fn.max('lastSeenAt').as('lastVisitAt')])
    .where('userId', '=', userId)
    .groupBy('platform')
    .execute()
  return new Map(
    rows.flatMap(({ platform, lastVisitAt }) => (isPlatform(platform) ? [[platform, lastVisitAt]] : [])),
  )
}

/** Lists every session of a user that has a row, ended ones too, the oldest first. */
export function listAllSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'parentId', 'platform', 'clientId', 'browserSessionId', 'deviceLabel', 'amr', 'authTime'])
    .select(['createdAt', 'lastSeenAt', 'idleExpiresAt', 'expiresAt', 'revokedAt', 'revokedReason'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/**
 * Finds the user of a session. `isOwn` is false for a platform's session. `isOpen` means that the session has neither ended
 * nor expired and that the user may use its platform.
 */
export const findSession = batched<string, FoundSession | null>(async (db, sessionIds) => {
  const { rows } = await sql<FoundSession & { id: string }>`
    select id, user_id, client_id, scopes, parent_id is null as is_own, (${isLive} and ${isOfActiveMember}) as is_open
    from sessions where id = any((select ${sessionIds}::uuid[])::uuid[])`.execute(db)
  const byId = new Map(rows.map(({ id, ...found }) => [id, found]))
  return sessionIds.map((id) => byId.get(id) ?? null)
})

export type FoundSession = {
  userId: string
  clientId: string | null
  scopes: string[] | null
  isOwn: boolean
  isOpen: boolean
}

/** Finds the user's own session above a session of a client, also of one that has ended. */
export async function findParentOf(db: Db, { sessionId, clientId }: { sessionId: string; clientId: string }) {
  const row = await db
    .selectFrom('sessions as child')
    .innerJoin('sessions as parent', 'parent.id', 'child.parentId')
    .select(['parent.id', 'parent.userId', 'parent.platform'])
    .where('child.id', '=', sessionId)
    .where('child.clientId', '=', clientId)
    .executeTakeFirst()
  return row && isPlatform(row.platform) ? { ...row, platform: row.platform } : null
}

/** Finds the browser of a user's own session, also of one that has ended. */
export async function findBrowserOf(db: Db, { userId, sessionId }: { userId: string; sessionId: string }) {
  const row = db.selectFrom('sessions').select(['browserSessionId', 'browserId']).where('id', '=', sessionId)
  return (await row.where('userId', '=', userId).where('parentId', 'is', null).executeTakeFirst()) ?? null
}

/** Lists the ids of the user's own sessions in the browser of this session, of which it is one. */
export async function listIdsInBrowserOf(db: Db, sessionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('parentId', 'is', null)
    .where('revokedAt', 'is', null)
    .where('userId', '=', (eb) => eb.selectFrom('sessions').select('userId').where('id', '=', sessionId))
    .where(isInBrowserOf(sessionId))
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds a session that has neither ended nor expired. */
export async function findOpenSession(
  db: Db,
  sessionId: string,
): Promise<(OpenSession & { browserId: Buffer | null }) | null> {
  const sought = db
    .selectFrom('sessions')
    .select([...openColumns, 'browserId'])
    .where('id', '=', sessionId)
  const row = await sought.where(isLive).executeTakeFirst()
  return row ? { ...asOpen(row), browserId: row.browserId } : null
}

/**
 * Returns whether the user has authenticated for an open session, within this time unless `seconds` is null. The time of a
 * session that continues another is the time at which the user authenticated for the other one.
 */
export async function isProvenSession(
  db: Db,
  config: AssuranceRules,
  sessionId: string,
  { seconds }: { seconds: number | null },
): Promise<boolean> {
  const isGuarded = isGuardedByTwo(config, sql<string>`sessions.user_id`)
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(isLive)
    .$if(seconds !== null, (query) => query.where('authTime', '>', secondsFromNow(-(seconds as number))))
    .where(({ not }) => not(isContinued))
    // A remembered browser is no proof.
    .$if(seconds !== null, (query) =>
      query.where(({ or }) => or([isProvenByTwo, sql<boolean>`not ${isGuarded}`])),
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Notes a new proof by the user of an open session, which then has the time and the methods of this proof only. Returns false
 * for a session that has ended.
 */
export async function noteProof(trx: Db, sessionId: string, amr: string[]): Promise<boolean> {
  const row = await trx
    .updateTable('sessions')
    .set({ authTime: sql<Date>`clock_timestamp()`, amr })
    .where('id', '=', sessionId)
    .where('parentId', 'is', null)
    .where(isLive)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds a second factor to the methods of an open session: a new proof, or the factor that its user has just set up, which a
 * session with two factors does not need.
 */
export async function noteSecondFactor(
  trx: Db,
  sessionId: string,
  { isProof, second }: { isProof: boolean; second?: readonly string[] },
): Promise<boolean> {
  const session = await findOpenSession(trx, sessionId)
  if (!session) return false
  if (!isProof && assuranceOf(session.amr) === 2) return true
  const amr = withSecondFactor(firstFactorOf(session.amr), second)
  const authTime = sql<Date>`clock_timestamp()`
  const own = trx.updateTable('sessions').set({ amr, acr: 2, ...(isProof && { authTime }) })
  const row = own.where('id', '=', sessionId).where('parentId', 'is', null).where(isLive).returning('id')
  return (await row.executeTakeFirst()) !== undefined
}

/** Returns whether the user has a live session in this browser. The cookie does not decide: it stays after a logout. */
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
