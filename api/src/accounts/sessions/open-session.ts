/**
 * Opening sessions: of somebody who has proved who they are, and of a platform that redeemed a code. With sessions.ts
 * and end-session.ts the owner of the table sessions.
 */
import { randomUUID } from 'node:crypto'
import { maxChildSessions, maxSessions } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import { type QueryCreator, sql } from 'kysely'
import { insertEvent, reportEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { RequestContext } from '../../request-context.ts'
import { noteIssuedSession } from '../one-time-tokens/one-time-tokens.ts'
import { ownerWhile } from '../passwords/credentials.ts'
import { endOldest } from './end-session.ts'
import { insertDevice, isAnotherDevice } from './known-browsers.ts'
import { asOpen, isLive, livesOf, type OpenSession, openColumns } from './session-row.ts'

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

type SignIn = {
  userId: string
  platform: Platform
  /** How they proved it (RFC 8176). */
  amr: string[]
  requestContext: RequestContext
  /** The browser it happened in, which is known from now on. */
  browserId: Buffer
  /** Where they proved it by a password: the one that was right. */
  passwordHash?: string
}

/**
 * A session of somebody who has just proved who they are: signing in, in one statement with all that is noted of it.
 * null, and nothing noted, where the password was replaced or taken away since it was looked at: whoever does that ends
 * the sessions there are after it, and none begins behind their back.
 */
export async function openSession(
  db: Db,
  { requestContext, browserId, passwordHash, ...given }: SignIn,
): Promise<{ session: OpenSession; isAnotherBrowser: boolean } | null> {
  const { userId, platform } = given
  const { idleSeconds, absoluteSeconds } = livesOf(platform)
  const id = randomUUID()
  const event = { event: 'sign-in', requestContext, userId, sessionId: id, platform } as const
  const opened = await db
    .with('recorded', (query) => insertEvent(query, event))
    .with('remembered', (query) => insertDevice(query, { browserId, userId }))
    .insertInto('sessions')
    .values({
      ...given,
      ...(passwordHash !== undefined && { userId: ownerWhile({ userId, passwordHash }) }),
      id,
      browserId,
      deviceId: requestContext.deviceId,
      deviceLabel: requestContext.deviceLabel,
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
    .catch(nullIfOwnerless)
  if (!opened) return null
  const { others, isAnotherBrowser, ...row } = opened
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
        .innerJoin('users', 'users.id', 'sessions.userId')
        .select(['sessions.id', sql<string>`${clientId}::text`.as('clientId'), ...inherited])
        .where('sessions.id', '=', parentId)
        .where('parentId', 'is', null)
        .where(isLive)
        // The person first, as everybody else who takes both: the child's row is going to hold theirs.
        .forKeyShare('users')
        .forUpdate('sessions'),
    )
    .returning(openColumns)
}

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}

/** not_null_violation: the session would be nobody's, so the whole statement did nothing. */
function nullIfOwnerless(error: unknown): null {
  const { code, column } = error as { code?: string; column?: string }
  if (code === '23502' && column === 'user_id') return null
  throw error
}
