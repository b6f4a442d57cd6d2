/**
 * Sessions: a row each, with one refresh token good at a time. A code exchange opens a child of the session that minted
 * the code; ending a parent ends its children. All times are the database's. Owner of the table sessions.
 */
import { randomUUID } from 'node:crypto'
import { keepSeconds, maxChildSessions, maxSessions, refreshGraceSeconds } from '@foyer/contract/limits'
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { type QueryCreator, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { type From, insertEvent, reportEvent } from './audit.ts'
import { insertDevice, isAnotherDevice } from './known-devices.ts'
import { asOpen, livesOf, type OpenSession, openColumns, type SessionRow } from './open-session.ts'
import { noteIssuedSession } from './secrets.ts'
import { isInGoodStanding } from './standing.ts'

/** What a child has from its parent. */
const inherited = [
  'userId',
  'platform',
  'authTime',
  'amr',
  'idleSeconds',
  'idleExpiresAt',
  'expiresAt',
] as const

export type EndReason =
  | 'signed-out'
  | 'ended-by-owner'
  | 'refresh-reused'
  | 'code-replayed'
  | 'no-access'
  | 'too-many'
  | 'mailbox-proven'

type SignIn = {
  userId: string
  platform: Platform
  /** How they proved it (RFC 8176). */
  amr: string[]
  from: From
  /** The browser it happened in, which is known from now on. */
  browserId: Buffer
}

/** A session of somebody who has just proved who they are: signing in, in one statement with all that is noted of it. */
export async function openSession(
  db: Db,
  { from, browserId, ...given }: SignIn,
): Promise<{ session: OpenSession; isAnotherBrowser: boolean }> {
  const { userId, platform } = given
  const { idleSeconds, absoluteSeconds } = livesOf(platform)
  const id = randomUUID()
  const event = { event: 'sign-in', from, userId, sessionId: id, platform } as const
  const { others, isAnotherBrowser, ...row } = await db
    .with('recorded', (query) => insertEvent(query, event))
    .with('remembered', (query) => insertDevice(query, { browserId, userId }))
    .insertInto('sessions')
    .values({
      ...given,
      id,
      deviceId: from.deviceId,
      deviceLabel: from.deviceLabel,
      idleSeconds,
      idleExpiresAt: secondsFromNow(idleSeconds),
      expiresAt: secondsFromNow(absoluteSeconds),
    })
    .returning(openColumns)
    .returning(isAnotherDevice({ browserId, userId }).as('isAnotherBrowser'))
    .returning((expression) =>
      expression
        .selectFrom('sessions as other')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('other.userId', '=', userId)
        .where('other.parentId', 'is', null)
        .where('other.revokedAt', 'is', null)
        .as('others'),
    )
    .executeTakeFirstOrThrow()
  reportEvent(event)
  if (Number(others) >= maxSessions) await endOldest(db, { userId, parentId: null }, maxSessions)
  return { session: asOpen(row), isAnotherBrowser }
}

/**
 * A platform's own session, which lives no longer than the one it came from; null when that has ended or is a child.
 * Noted with the value whose use opened it, so that a replay ends it.
 */
export async function openChildSession(
  db: Db,
  { parentId, clientId, secretId }: { parentId: string; clientId: string; secretId: string },
): Promise<OpenSession | null> {
  const row = await db
    .with('child', (query) => insertChild(query, { parentId, clientId }))
    .with('noted', (query) => noteIssuedSession(query, secretId))
    .selectFrom('child')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('sessions as other')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('other.parentId', '=', parentId)
        .where('other.clientId', '=', clientId)
        .where('other.revokedAt', 'is', null)
        .as('others'),
    )
    .executeTakeFirst()
  if (!row) return null
  if (Number(row.others) >= maxChildSessions) await endOldest(db, { parentId, clientId }, maxChildSessions)
  return asOpen(row)
}

function insertChild(
  query: QueryCreator<Tables>,
  { parentId, clientId }: { parentId: string; clientId: string },
) {
  return query
    .insertInto('sessions')
    .columns(['parentId', 'clientId', ...inherited])
    .expression((expression) =>
      expression
        .selectFrom('sessions')
        .select(['id', sql<string>`${clientId}::text`.as('clientId'), ...inherited])
        .where('id', '=', parentId)
        .where('parentId', 'is', null)
        .where(isLive)
        .forUpdate(),
    )
    .returning(openColumns)
}

export type Refreshed =
  | { kind: 'refreshed'; session: OpenSession }
  /** The person is disabled, or no member any more: the session was ended. */
  | { kind: 'no-access'; session: OpenSession }
  /** The token is unknown, or its session is over. */
  | { kind: 'ended' }
  /** An older token came back after its grace: the whole session was ended. */
  | { kind: 'reused'; session: OpenSession }

/**
 * Steps a session's counter. The token just before answers with the same successor for 30 s, for tabs that refreshed
 * at once; any older one is a stolen copy. The good path is one statement; the rest locks the row.
 */
export async function refreshSession(
  db: Db,
  { sessionId, counter }: { sessionId: string; counter: number },
): Promise<Refreshed> {
  const stepped = await stepCounter(db, sessionId, counter)
  if (stepped?.hasStanding) return { kind: 'refreshed', session: asOpen(stepped) }
  return db.transaction().execute(async (trx) => {
    if (stepped) return goOn(trx, stepped)
    const row = await trx
      .selectFrom('sessions')
      .select(openColumns)
      .select(hasStanding.as('hasStanding'))
      .select(
        sql<boolean>`rotated_at > clock_timestamp() - make_interval(secs => ${refreshGraceSeconds})`.as(
          'isFresh',
        ),
      )
      .where('id', '=', sessionId)
      .where(isLive)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { kind: 'ended' }
    const session = asOpen(row)
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

async function stepCounter(db: Db, sessionId: string, counter: number) {
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
    .where(isLive)
    .returning(openColumns)
    .returning(hasStanding.as('hasStanding'))
    .executeTakeFirst()
}

/**
 * Ends a session and its children; true when it was still open. Two statements: the first waits for whoever is opening
 * a child just now, and only the second sees that child. In a transaction: no child outlives its parent.
 */
export async function endSession(
  trx: Db,
  { sessionId, reason }: { sessionId: string; reason: EndReason },
): Promise<boolean> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  const open = trx.updateTable('sessions').set(ended).where('revokedAt', 'is', null)
  const { numUpdatedRows } = await open.where('id', '=', sessionId).executeTakeFirstOrThrow()
  await open.where('parentId', '=', sessionId).execute()
  return numUpdatedRows > 0n
}

/** Ends every session of somebody, and says which they were; two statements, as above. */
export async function endAllSessions(
  db: Db,
  { userId, reason }: { userId: string; reason: EndReason },
): Promise<string[]> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  const open = db
    .updateTable('sessions')
    .set(ended)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning('id')
  const own = await open.where('parentId', 'is', null).execute()
  const children = await open.execute()
  return [...own, ...children].map(({ id }) => id)
}

/** Ends the oldest of these where more than `kept` are open. */
async function endOldest(
  db: Db,
  whose: { userId: string; parentId: null } | { parentId: string; clientId: string },
  kept: number,
): Promise<void> {
  const surplus = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ and }) => and({ ...whose, revokedAt: null }))
    .orderBy('createdAt', 'desc')
    .offset(kept)
    .limit(kept)
    .execute()
  const endEach = async (trx: Db) => {
    for (const { id } of surplus) await endSession(trx, { sessionId: id, reason: 'too-many' })
  }
  await (db.isTransaction ? endEach(db) : db.transaction().execute(endEach))
}

/**
 * Removes up to `limit` sessions that ended, or reached their absolute end, long ago; children, which live no longer,
 * go with their parent. Rows that somebody holds are left for the next time. In the order of an index, and by `now()`
 * since none is searched for `clock_timestamp()`.
 */
export async function deleteOldSessions(db: Db, limit: number): Promise<number> {
  const overAt = sql<Date>`least(revoked_at, expires_at)`
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where(overAt, '<', sql<Date>`now() - make_interval(secs => ${keepSeconds.session})`)
    .orderBy(overAt)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sql<string>`any(array(${old}))`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Somebody's own open sessions, the newest first; seen last where they, or a platform they were handed to, were. */
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
    .where(isLive)
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.flatMap(({ platform, ...row }) => (isPlatform(platform) ? [{ ...row, platform }] : []))
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

const isLive = sql<boolean>`(revoked_at is null and idle_expires_at > clock_timestamp() and expires_at > clock_timestamp())`

const hasStanding = isInGoodStanding('sessions.userId', 'sessions.platform')

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}
