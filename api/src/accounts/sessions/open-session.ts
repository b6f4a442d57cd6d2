/**
 * Opens sessions: of a user after authentication, and of a platform that redeemed a code. With sessions.ts and
 * end-session.ts the owner of the table sessions.
 */
import { randomUUID } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { type QueryCreator, sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { LogoutQueue } from '../../outbox/back-channel/logout-queue.ts'
import type { RequestContext } from '../../request-context.ts'
import { noteIssuedSession } from '../one-time-tokens/one-time-tokens.ts'
import { endEmailChallenges } from '../one-time-tokens/otp-challenges.ts'
import { ownerWhile } from '../passwords/credentials.ts'
import { endOldest } from './end-session.ts'
import { insertKnownBrowser, isUnknownBrowser } from './known-browsers.ts'
import { livesOf } from './session-lives.ts'
import { asOpen, isLive, type OpenSession, openColumns } from './session-row.ts'

/** The most open sessions of one user; a further one ends the oldest. */
export const maxSessions = 20

/** The most open sessions of one platform client below one session; a further one ends the oldest. */
export const maxChildSessions = 20

/** The columns that a child session takes from its parent. */
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
  /** Authentication methods (RFC 8176). */
  amr: string[]
  requestContext: RequestContext
  /** The browser of the sign-in, which becomes known. */
  browserId: Buffer
  /** The hash that the password matched, for a sign-in by password. */
  passwordHash?: string
  /** The session of a sister site that the new session continues. */
  continued?: ContinuedSession
  /** The provider of a social sign-in, for the audit trail. */
  provider?: SocialProvider
}

/**
 * The session that a new one continues: the user authenticated for it, so the new one does not outlive it. A platform's
 * session moves below the new one: the logout of the session that the browser had before must not end it.
 */
export type ContinuedSession = OpenSession & { expiresAt: Date }

/**
 * Opens a session after authentication, and records the event and the known browser in the same statement. Returns null,
 * and writes nothing, where the password was replaced or deleted since it was checked: the transaction that did so ends
 * the open sessions afterwards, and must not miss this one.
 */
export async function openSession(
  db: Db,
  outbox: LogoutQueue,
  { requestContext, browserId, passwordHash, continued, provider, ...given }: SignIn,
): Promise<{ session: OpenSession; isNewBrowser: boolean } | null> {
  const { userId, platform } = given
  const { idleSeconds, absoluteSeconds } = livesOf(platform)
  const id = randomUUID()
  const event: Recorded = {
    event: 'sign-in',
    requestContext,
    userId,
    sessionId: id,
    platform,
    ...(continued && { details: { continued: continued.id } }),
    ...(provider && { details: { provider } }),
  }
  const opened = await (continued?.clientId ? moveBelow(db, { childId: continued.id, parentId: id }) : db)
    .with('recorded', (query) => insertEvent(query, event))
    .with('remembered', (query) =>
      insertKnownBrowser(query, { browserId, userId, timeZone: requestContext.timeZone }),
    )
    .with('ended', (query) => endEmailChallenges(query, { userId, browserId }))
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
      ...(continued && continuation(continued, idleSeconds)),
    })
    .returning(openColumns)
    .returning(isUnknownBrowser({ browserId, userId }).as('isNewBrowser'))
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
  const { others, isNewBrowser, ...row } = opened
  reportEvent(event)
  if (Number(others) >= maxSessions) await endOldest(db, outbox, { userId, parentId: null }, maxSessions)
  return { session: asOpen(row), isNewBrowser }
}

/**
 * Opens a platform's session below the user's, which it does not outlive; null where the parent has ended or is a child
 * itself. Records the session at the code that opened it, so that a replay of the code ends it.
 */
export async function openChildSession(
  db: Db,
  outbox: LogoutQueue,
  { parentId, clientId, tokenId }: { parentId: string; clientId: string; tokenId: string },
): Promise<OpenSession | null> {
  const row = await db
    .with('child', (query) => insertChild(query, { parentId, clientId }))
    .with('noted', (query) => noteIssuedSession(query, tokenId))
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
  if (Number(row.others) >= maxChildSessions)
    await endOldest(db, outbox, { parentId, clientId }, maxChildSessions)
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
        // Every transaction locks the user before the session; the child's foreign key locks the user anyway.
        .forKeyShare('users')
        .forUpdate('sessions'),
    )
    .returning(openColumns)
}

/** Moves a session in the statement that inserts its new parent, before the surplus sessions of the user end. */
function moveBelow(
  db: Db,
  { childId, parentId }: { childId: string; parentId: string },
): QueryCreator<Tables> {
  return db.with('moved', (query) =>
    query.updateTable('sessions').set({ parentId }).where('id', '=', childId).returning('id'),
  ) as unknown as QueryCreator<Tables>
}

function continuation({ authTime, expiresAt }: ContinuedSession, idleSeconds: number) {
  return {
    authTime,
    expiresAt,
    idleExpiresAt: sql<Date>`least(${expiresAt}, clock_timestamp() + make_interval(secs => ${idleSeconds}))`,
  }
}

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}

/** Turns a not_null_violation into null: the session had no owner, so the statement wrote nothing. */
function nullIfOwnerless(error: unknown): null {
  const { code, column } = error as { code?: string; column?: string }
  if (code === '23502' && column === 'user_id') return null
  throw error
}
