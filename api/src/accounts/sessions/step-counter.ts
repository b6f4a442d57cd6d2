/**
 * Increases the counters of the sessions that are renewed at the same time, in one statement. With sessions.ts,
 * start-session.ts and end-session.ts the owner of the table sessions.
 */
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { SessionRow } from './session-row.ts'

/** The credentials that renew a session; `clientId` is null where no client authenticated itself. */
export type Renewal = { sessionId: string; counter: number; clientId: string | null }

/** The row after the step; `isAllowed` says whether the user may still use the platform. */
export type Stepped = SessionRow & { isAllowed: boolean }

/** `authTime` is in seconds since 1970, `amr` separated by spaces: both are cheaper to read than the driver's types. */
type Row = Omit<Stepped, 'authTime' | 'amr'> & { authTime: number; amr: string }

/**
 * Increases the counter where the session is live, still at this counter, and this client's; resolves to null for any
 * other. Also null where another transaction holds the row, or an earlier renewal of the same session is in the same
 * statement: the caller then locks the row and looks again. So a statement with many renewals waits for no lock.
 */
export const stepCounter = batched<Renewal, Stepped | null>(async (db, renewals) => {
  const first = new Map<string, Renewal>()
  for (const renewal of renewals) if (!first.has(renewal.sessionId)) first.set(renewal.sessionId, renewal)
  const stepped = new Map((await step(db, [...first.values()])).map((row) => [row.id, asStepped(row)]))
  return renewals.map((renewal) =>
    first.get(renewal.sessionId) === renewal ? (stepped.get(renewal.sessionId) ?? null) : null,
  )
})

/** The same for one session, whose row the transaction has locked. */
export async function stepLocked(trx: Db, renewal: Renewal): Promise<Stepped | null> {
  const [row] = await step(trx, [renewal])
  return row ? asStepped(row) : null
}

/** Each session once. The conditions are those of `isLive` and `isActiveMember`. */
function step(db: Db, renewals: readonly Renewal[]): Promise<Row[]> {
  return statement<Row>(db)`
    with held as (
      select session.id, session.counter
      from unnest(
        ${renewals.map(({ sessionId }) => sessionId)}::uuid[],
        ${renewals.map(({ counter }) => counter)}::bigint[],
        ${renewals.map(({ clientId }) => clientId)}::text[]
      ) as given (id, counter, client_id)
      cross join lateral (
        select id, counter from sessions
        where id = given.id and counter = given.counter and client_id is not distinct from given.client_id
          and revoked_at is null and idle_expires_at > clock_timestamp() and expires_at > clock_timestamp()
        for no key update skip locked
      ) as session
    )
    update sessions as session set
      counter = session.counter + 1,
      rotated_at = clock_timestamp(),
      last_seen_at = clock_timestamp(),
      idle_expires_at = least(session.expires_at, clock_timestamp() + make_interval(secs => session.idle_seconds))
    from held where session.id = held.id and session.counter = held.counter
    returning session.id, session.user_id, session.platform, session.client_id,
      session.counter::float8 as counter,
      extract(epoch from session.auth_time)::float8 as auth_time,
      array_to_string(session.amr, ' ') as amr,
      (exists (select from users where users.id = session.user_id and users.disabled_at is null)
        and exists (
          select from memberships as membership
          where membership.user_id = session.user_id and membership.platform = session.platform)) as is_allowed`
}

function asStepped({ authTime, amr, ...row }: Row): Stepped {
  return { ...row, authTime: new Date(authTime * 1_000), amr: amr === '' ? [] : amr.split(' ') }
}
