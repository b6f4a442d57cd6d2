/**
 * Opens sessions: of a user after authentication, and of a platform that redeemed a code. With sessions.ts and
 * end-session.ts the owner of the table sessions.
 */
import { randomUUID } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { type QueryCreator, sql } from 'kysely'
import { type Recorded, reportEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import type { LogoutQueue } from '../../outbox/back-channel/logout-queue.ts'
import { knownBrowserSeconds, type RequestContext } from '../../request-context.ts'
import { noteIssuedSession } from '../one-time-tokens/one-time-tokens.ts'
import { accountPurposes } from '../one-time-tokens/otp-challenges.ts'
import { endOldest } from './end-session.ts'
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
 * Opens a session after authentication. The same statement records the event and the known browser, moves the session that
 * is continued, and ends the codes of a pending change of the user's emails that were asked for in another browser: of two
 * people in one account, the other one may have asked. It waits for no such code: one in use was typed before the sign-in.
 * Returns null, and writes nothing, where the password was replaced or deleted since it was checked: the transaction that
 * did so ends the open sessions afterwards, and must not miss this one.
 */
export async function openSession(
  db: Db,
  outbox: LogoutQueue,
  { userId, platform, amr, requestContext, browserId, passwordHash, continued, provider }: SignIn,
): Promise<{ session: OpenSession; isNewBrowser: boolean } | null> {
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
  const [opened] = await statement<Opened>(db)`
    with given as (
      select ${id}::uuid as id, ${userId}::uuid as user_id, ${passwordHash ?? null}::text as password_hash,
        ${platform}::text as platform, ${amr}::text[] as amr, ${browserId}::bytea as browser_id,
        ${requestContext.address}::bytea as address, ${requestContext.deviceId}::bytea as device_id,
        ${requestContext.deviceLabel}::text as device_label, ${requestContext.timeZone}::text as time_zone,
        ${requestContext.requestId}::text as request_id, ${JSON.stringify(event.details ?? {})}::jsonb as details,
        ${continued?.clientId ? continued.id : null}::uuid as moved_id,
        coalesce(${continued?.authTime ?? null}::timestamptz, now()) as auth_time, ${idleSeconds}::int as idle_seconds,
        coalesce(${continued?.expiresAt ?? null}::timestamptz,
          clock_timestamp() + make_interval(secs => ${absoluteSeconds}::int)) as expires_at
    ), recorded as (
      insert into audit_events (event, user_id, session_id, platform, address, device_id, request_id, details)
      select 'sign-in', user_id, id, platform, address, device_id, request_id, details from given
    ), remembered as (
      insert into known_devices as known (browser_id, user_id, time_zone, expires_at)
      select browser_id, user_id, time_zone, clock_timestamp() + make_interval(secs => ${knownBrowserSeconds}::int) from given
      on conflict (browser_id, user_id) do update set
        expires_at = excluded.expires_at, time_zone = coalesce(excluded.time_zone, known.time_zone)
    ), ended as (
      update otp_challenges set superseded_at = clock_timestamp() where id in (
        select pending.id from given join otp_challenges as pending using (user_id)
        where purpose = any(${accountPurposes}::text[]) and pending.browser_id is distinct from given.browser_id
          and superseded_at is null and used_at is null
        for update of pending skip locked)
    ), moved as (
      update sessions set parent_id = given.id from given where sessions.id = moved_id
    )
    insert into sessions as opened (id, user_id, platform, amr, browser_id, device_id, device_label, auth_time,
      idle_seconds, idle_expires_at, expires_at)
    select id, case when password_hash is null then user_id else (select own.user_id from credentials as own
        where own.user_id = given.user_id and kind = 'password' and hash = password_hash for share) end,
      platform, amr, browser_id, device_id, device_label, auth_time,
      idle_seconds, least(clock_timestamp() + make_interval(secs => idle_seconds), expires_at), expires_at from given
    returning extract(epoch from auth_time)::float8 as auth_time,
      coalesce((select bool_and(known.browser_id <> opened.browser_id) from known_devices as known
        where known.user_id = opened.user_id and known.expires_at > clock_timestamp()), false) as is_new_browser,
      (select count(*)::int from sessions as other
        where other.user_id = opened.user_id and other.parent_id is null and other.revoked_at is null) as others`.catch(
    nullIfOwnerless,
  )
  if (!opened) return null
  const { authTime, others, isNewBrowser } = opened
  reportEvent(event)
  if (others >= maxSessions) await endOldest(db, outbox, { userId, parentId: null }, maxSessions)
  const times = { authTime: new Date(authTime * 1_000), counter: 0 }
  return { session: { id, userId, platform, clientId: null, amr, ...times }, isNewBrowser }
}

type Opened = { authTime: number; isNewBrowser: boolean; others: number }

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
    .executeTakeFirst()
  if (!row) return null
  // A statement of its own: the one above may have waited for the parent, and does not see what was opened meanwhile.
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

/** Handles a not_null_violation: the session had no owner, so the statement wrote nothing. */
function nullIfOwnerless(error: unknown): never[] {
  const { code, column } = error as { code?: string; column?: string }
  if (code === '23502' && column === 'user_id') return []
  throw error
}
