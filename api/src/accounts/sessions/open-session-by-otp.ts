/**
 * Redeems one-time codes, many in one statement: it uses the codes up and opens a session for each. It leaves alone what is
 * not plainly right, such as a contact that is not proven yet, for the transaction that redeems one code and knows every
 * rule (otp/redeem-code.ts). With open-session.ts an owner of the table sessions.
 */
import { randomUUID } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import { type Recorded, reportEvent } from '../../audit.ts'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { LogoutQueue } from '../../outbox/back-channel/logout-queue.ts'
import type { NewMessage } from '../../outbox/messages.ts'
import { knownBrowserSeconds, type RequestContext } from '../../request-context.ts'
import { accountPurposes } from '../one-time-tokens/otp-challenges.ts'
import { endOldest } from './end-session.ts'
import { maxSessions } from './open-session.ts'
import { livesOf } from './session-lives.ts'
import { asOpen, type OpenSession, type SessionRow } from './session-row.ts'

export type RightCode = {
  challengeId: string
  userId: string
  /** The contact that the code was sent to. It must still be the user's primary one, and proven. */
  contactId: string
  platform: Platform
  /** The browser of the sign-in, which becomes known. */
  browserId: Buffer
  /** The user has known browsers, and this is none of them. */
  isNewBrowser: boolean
  /** The notice of a new browser, written with the session; null for none. */
  notice: NewMessage | null
  requestContext: RequestContext
}

/**
 * Uses a code up and opens its session. Returns null, and changes nothing, where the code is not valid any more, the user
 * is disabled or no member of the platform, the contact is not proven or not theirs, another browser became known since
 * `isNewBrowser` was read, or another transaction has locked one of the rows.
 */
export async function openSessionByOtp(
  db: Db,
  outbox: LogoutQueue,
  code: RightCode,
): Promise<OpenSession | null> {
  const opened = await open(db, code)
  if (!opened) return null
  const { session, others } = opened
  const { requestContext, userId, platform } = code
  const event: Recorded = { event: 'sign-in', requestContext, userId, sessionId: session.id, platform }
  reportEvent(event)
  if (others >= maxSessions) await endOldest(db, outbox, { userId, parentId: null }, maxSessions)
  return session
}

type Opened = { session: OpenSession; others: number }
type Row = Omit<SessionRow, 'authTime' | 'amr'> & { authTime: number; others: number }

const open = batched(openTogether)
const amr = ['otp']

/**
 * Takes only challenges and users that are not locked, so it waits for no batch in a circle; for the row of a known browser
 * it may wait as long as for any lock. Only the first of several codes of one user opens a session: each sees the browsers
 * and sessions of those before it.
 */
async function openTogether(db: Db, codes: readonly RightCode[]): Promise<(Opened | null)[]> {
  const users = codes.map(({ userId }) => userId)
  const ids = users.map((userId, place) => (users.indexOf(userId) === place ? randomUUID() : null))
  const contexts = codes.map(({ requestContext }) => requestContext)
  const lives = codes.map(({ platform }) => livesOf(platform))
  const notices = codes.map(({ notice }) => notice)
  const rows = await statement<Row>(db)`
    with given as (
      select * from unnest(${ids}::uuid[], ${codes.map(({ challengeId }) => challengeId)}::uuid[], ${users}::uuid[],
        ${codes.map(({ contactId }) => contactId)}::uuid[], ${codes.map(({ platform }) => platform)}::text[],
        ${codes.map(({ browserId }) => browserId)}::bytea[], ${codes.map(({ isNewBrowser }) => isNewBrowser)}::boolean[],
        ${lives.map(({ idleSeconds }) => idleSeconds)}::int[], ${lives.map(({ absoluteSeconds }) => absoluteSeconds)}::int[],
        ${contexts.map(({ address }) => address)}::bytea[], ${contexts.map(({ deviceId }) => deviceId)}::bytea[],
        ${contexts.map(({ requestId }) => requestId)}::text[], ${contexts.map(({ deviceLabel }) => deviceLabel)}::text[],
        ${contexts.map(({ timeZone }) => timeZone)}::text[], ${notices.map((notice) => notice?.template ?? null)}::text[],
        ${notices.map((notice) => notice?.payload ?? null)}::bytea[],
        ${notices.map((notice) => notice?.recipientMac ?? null)}::bytea[],
        ${notices.map((notice) => notice?.id ?? null)}::uuid[],
        ${notices.map((notice) => notice?.leaseMs ?? 0)}::float8[])
        as given (session_id, challenge_id, user_id, contact_id, platform, browser_id, is_new_browser, idle_seconds,
          absolute_seconds, address, device_id, request_id, device_label, time_zone, template, payload, recipient_mac,
          message_id, lease_ms)
      where session_id is not null
    ), proven as (
      select session_id from given join emails on emails.id = contact_id and emails.user_id = given.user_id
      where is_primary and provenance = 'verified' for share of emails skip locked
    ), proven_phone as (
      select session_id from given join phones on phones.id = contact_id and phones.user_id = given.user_id
      where is_primary and provenance = 'verified' for share of phones skip locked
    ), fitting as (
      select given.* from given
      join otp_challenges as challenge on challenge.id = challenge_id
      join users as person on person.id = given.user_id
      join memberships as held on held.user_id = given.user_id and held.platform = given.platform
      where challenge.used_at is null and challenge.superseded_at is null
        and challenge.code_expires_at > clock_timestamp() and person.disabled_at is null
        and session_id in (select session_id from proven union all select session_id from proven_phone)
        and is_new_browser = coalesce((select bool_and(known.browser_id <> given.browser_id) from known_devices as known
          where known.user_id = given.user_id and known.expires_at > clock_timestamp()), false)
      for share of person skip locked
      for key share of held skip locked
      for no key update of challenge skip locked
    ), used as (
      update otp_challenges as challenge set used_at = clock_timestamp() from fitting
      where challenge.id = challenge_id and challenge.used_at is null
      returning fitting.*
    ), ended as (
      update otp_challenges set superseded_at = clock_timestamp()
      where id in (select pending.id from otp_challenges as pending join used on used.user_id = pending.user_id
        where purpose = any(${accountPurposes}::text[]) and pending.browser_id is distinct from used.browser_id
          and superseded_at is null and used_at is null
        for update of pending skip locked)
    ), remembered as (
      insert into known_devices as known (browser_id, user_id, expires_at, time_zone)
      select browser_id, user_id, clock_timestamp() + make_interval(secs => ${knownBrowserSeconds}::int), time_zone from used
      order by browser_id, user_id
      on conflict (browser_id, user_id) do update set expires_at = excluded.expires_at,
        time_zone = coalesce(excluded.time_zone, known.time_zone)
    ), recorded as (
      insert into audit_events (event, user_id, session_id, platform, address, device_id, request_id)
      select 'sign-in', user_id, session_id, platform, address, device_id, request_id from used
    ), queued as (
      insert into messages (id, medium, template, payload, recipient_mac, tries, due_at)
      select message_id, 'email', template, payload, recipient_mac, (lease_ms > 0)::int,
        clock_timestamp() + make_interval(secs => lease_ms / 1000)
      from used where message_id is not null
    )
    insert into sessions (id, user_id, platform, amr, browser_id, device_id, device_label, idle_seconds,
      idle_expires_at, expires_at)
    select session_id, user_id, platform, ${amr}::text[], browser_id, device_id, device_label, idle_seconds,
      clock_timestamp() + make_interval(secs => idle_seconds),
      clock_timestamp() + make_interval(secs => absolute_seconds) from used
    returning id, user_id, platform, client_id, counter, extract(epoch from auth_time)::float8 as auth_time,
      (select count(*)::int from sessions as other
        where other.user_id = sessions.user_id and other.parent_id is null and other.revoked_at is null) as others`
  const opened = new Map(rows.map((row) => [row.id, openedIn(row)]))
  return ids.map((id) => (id && opened.get(id)) ?? null)
}

function openedIn({ others, authTime, ...row }: Row): Opened {
  return { session: asOpen({ ...row, amr, authTime: new Date(authTime * 1_000) }), others }
}
