/**
 * Sessions: a row each, with one refresh token good at a time. A code exchange opens a child of the session that minted
 * the code; ending a parent ends its children. All times are the database's. Owner of the table sessions.
 */
import { keepSeconds, maxSessions, refreshGraceSeconds, sessionLives } from '@foyer/contract/limits'
import { isPlatform, type Platform, platformRow } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type OpenSession = {
  id: string
  userId: string
  platform: Platform
  counter: number
  authTime: Date
  amr: string[]
}

const columns = ['id', 'userId', 'platform', 'counter', 'authTime', 'amr'] as const
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

export type EndReason = 'signed-out' | 'refresh-reused' | 'code-replayed' | 'no-access' | 'too-many'

/** A session of somebody who has just proved who they are. */
export async function openSession(
  db: Db,
  given: { userId: string; platform: Platform; deviceId: Buffer | null; amr: string[] },
): Promise<OpenSession> {
  const { idleSeconds, absoluteSeconds } = livesOf(given.platform)
  const row = await db
    .insertInto('sessions')
    .values({
      ...given,
      idleSeconds,
      idleExpiresAt: secondsFromNow(idleSeconds),
      expiresAt: secondsFromNow(absoluteSeconds),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await endOldest(db, given.userId)
  return asOpen(row)
}

/** A platform's own session, which lives no longer than the one it came from; null when that has ended or is a child. */
export async function openChildSession(
  db: Db,
  { parentId, clientId }: { parentId: string; clientId: string },
): Promise<OpenSession | null> {
  const row = await db
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
    .returning(columns)
    .executeTakeFirst()
  return row ? asOpen(row) : null
}

export type Refreshed =
  | { kind: 'refreshed'; session: OpenSession }
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
  if (stepped) return { kind: 'refreshed', session: stepped }
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('sessions')
      .select(columns)
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
    if (session.counter - counter === 1 && row.isFresh) return { kind: 'refreshed', session }
    await endSession(trx, { sessionId, reason: 'refresh-reused' })
    return { kind: 'reused', session }
  })
}

async function stepCounter(db: Db, sessionId: string, counter: number): Promise<OpenSession | null> {
  const row = await db
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
    .returning(columns)
    .executeTakeFirst()
  return row ? asOpen(row) : null
}

/**
 * Ends a session and its children; true when it was still open. Two statements: the first waits for whoever is opening
 * a child just now, and only the second sees that child.
 */
export async function endSession(
  db: Db,
  { sessionId, reason }: { sessionId: string; reason: EndReason },
): Promise<boolean> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  const open = db.updateTable('sessions').set(ended).where('revokedAt', 'is', null)
  const { numUpdatedRows } = await open.where('id', '=', sessionId).executeTakeFirstOrThrow()
  await open.where('parentId', '=', sessionId).execute()
  return numUpdatedRows > 0n
}

/** Whether this is a session of the person's own here, not one that a platform was given. */
export async function isOwnSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('parentId', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the oldest of somebody's own sessions where there are more than `maxSessions`. */
async function endOldest(db: Db, userId: string): Promise<void> {
  const surplus = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('parentId', 'is', null)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .offset(maxSessions)
    .limit(maxSessions)
    .execute()
  for (const { id } of surplus) await endSession(db, { sessionId: id, reason: 'too-many' })
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

/** Whether a session has neither ended nor run out. */
export async function isSessionOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(isLive)
    .executeTakeFirst()
  return row !== undefined
}

const isLive = sql<boolean>`(revoked_at is null and idle_expires_at > clock_timestamp() and expires_at > clock_timestamp())`

export function livesOf(platform: Platform) {
  return sessionLives[platformRow(platform).sessionClass]
}

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}

type SessionRow = Omit<OpenSession, 'platform' | 'counter'> & { platform: string; counter: number | string }

/** Postgres gives bigint as text. */
function asOpen(row: SessionRow): OpenSession {
  if (!isPlatform(row.platform)) throw new Error(`Session ${row.id} is of an unknown platform`)
  const { id, userId, platform, counter, authTime, amr } = row
  return { id, userId, platform, counter: Number(counter), authTime, amr }
}
