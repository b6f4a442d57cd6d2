/** Reads the sign-ins of a user from the audit trail. */
import { sql } from 'kysely'
import { asksIn } from '../../identity/sessions/new-sign-ins.ts'
import { isInBrowserOf } from '../../identity/sessions/session-row.ts'
import type { Db } from '../../kernel/db/connect.ts'

export type SignInRow = {
  at: Date
  /** The time in microseconds since 1970. */
  cursor: string
  event: string
  platform: string | null
  details: Record<string, unknown>
  sessionId: string | null
  isHere: boolean
  asks: boolean
}

type Sought = {
  userId: string
  /** The session that asks. */
  sessionId: string
  /** The device id of the request that asks. */
  deviceId: Buffer | null
  before: string | null
  limit: number
}

/**
 * Lists a user's sign-ins and failed attempts, the newest first; more than `limit` only where events have the same time. The
 * session of a sign-in tells its browser; without a session, the device id does. A code that was refused in a session is no
 * sign-in.
 */
export async function listSignInEvents(
  db: Db,
  { userId, sessionId, deviceId, before, limit }: Sought,
): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select events.at, (extract(epoch from events.at) * 1000000)::bigint::text as cursor, events.event, events.platform,
      events.details, sessions.id as session_id,
      coalesce(case when sessions.id is null then events.device_id = ${deviceId}::bytea else ${isInBrowserOf(sessionId)} end,
        false) as is_here,
      coalesce(${asksIn(sessionId)}, false) as asks
    from audit_events as events
    left join sessions on sessions.id = events.session_id and sessions.user_id = events.user_id
    where events.user_id = ${userId}
      and (events.event in ('sign-in', 'session-continued', 'sign-in-refused')
        or events.event in ('otp-refused', 'second-factor-refused') and events.session_id is null)
      and (${before}::bigint is null
        or events.at < timestamptz 'epoch' + ${before}::bigint::float8 * interval '1 microsecond')
    order by events.at desc
    fetch first ${limit} rows with ties`.execute(db)
  return rows
}
