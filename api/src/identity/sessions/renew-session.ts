/**
 * Renews sessions. Each session has one row and one valid refresh token at a time. With start-session.ts, end-session.ts,
 * sister-session.ts and sessions.ts the owner of the table sessions.
 */
import { sql } from 'kysely'
import { batched } from '../../kernel/db/batch.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import { endSession } from './end-session.ts'
import type { RefreshTokenContent } from './refresh-token.ts'
import {
  asOpen,
  isLive,
  isOfActiveMember,
  type OpenSession,
  openColumns,
  type SessionRow,
} from './session-row.ts'

/** The time for which a used refresh token gets the same successor, for tabs that refresh at the same moment. */
const sameSuccessorSeconds = 30

/** The credentials that renew a session; `clientId` is null for a request without client credentials. */
type Renewal = RefreshTokenContent & { clientId: string | null }

export type Refreshed =
  | { kind: 'refreshed'; session: OpenSession }
  /** A used token came again, and its successor was never used. The session has a new successor. */
  | { kind: 'repeated'; session: OpenSession }
  /** The user is disabled or not a member any more. The session was ended. */
  | { kind: 'no-access'; session: OpenSession }
  /** The session is unknown or has ended. */
  | { kind: 'ended' }
  /** A token came whose successor was used, or that was replaced. The session was ended. */
  | { kind: 'reused'; session: OpenSession }
  /** The caller is not the client of the session. Nothing was changed. */
  | { kind: 'wrong-client'; session: OpenSession; isPlatforms: boolean }

type Row = SessionRow & { isAllowed: boolean }

/**
 * Renews a session by increasing its counter. Only its own client renews a platform's session (RFC 6749 §6).
 *
 * The token that was used last stays valid until its successor is used, because the answer may have been lost. For 30 s it gets
 * the same successor, for tabs that refresh at the same moment; later it gets a new one, and the lost one becomes void. Any
 * other token is a copy, and so is a void one: somebody has it who did not lose the answer.
 */
export async function renewSession(db: Db, outbox: LogoutQueue, renewal: Renewal): Promise<Refreshed> {
  const { sessionId, counter, clientId } = renewal
  const renewed = await increaseCounter(db, renewal)
  if (renewed?.isAllowed) return { kind: 'refreshed', session: asOpen(renewed) }
  return db.transaction().execute(async (trx) => {
    if (renewed) return refreshOrEnd(trx, outbox, renewed)
    const row = await lockSession(trx, sessionId)
    if (!row) return { kind: 'ended' }
    const session = asOpen(row)
    if (row.clientId !== clientId)
      return { kind: 'wrong-client', session, isPlatforms: row.clientId !== null }
    if (!row.isLive) return { kind: 'ended' }
    if (session.counter === counter) {
      const renewedNow = await increaseCounter(trx, renewal)
      // Null if the session has expired since it was read.
      return renewedNow ? refreshOrEnd(trx, outbox, renewedNow) : { kind: 'ended' }
    }
    if (counter === lastUsedCounter(row)) {
      if (row.isFresh) return refreshOrEnd(trx, outbox, row)
      const refreshed = await refreshOrEnd(trx, outbox, await replaceSuccessor(trx, renewal))
      return refreshed.kind === 'refreshed' ? { ...refreshed, kind: 'repeated' } : refreshed
    }
    await endSession(trx, outbox, { sessionId, reason: 'refresh-reused' })
    return { kind: 'reused', session }
  })
}

/** Returns the counter of the token that was used last: the one before the current, or the one that was used twice. */
function lastUsedCounter({ counter, repeatedCounter, repeatedAs }: LockedRow): number {
  return repeatedCounter !== null && repeatedAs === counter ? Number(repeatedCounter) : Number(counter) - 1
}

async function refreshOrEnd(
  trx: Db,
  outbox: LogoutQueue,
  row: Row,
): Promise<Extract<Refreshed, { kind: 'refreshed' | 'no-access' }>> {
  const session = asOpen(row)
  if (row.isAllowed) return { kind: 'refreshed', session }
  await endSession(trx, outbox, { sessionId: session.id, reason: 'no-access' })
  return { kind: 'no-access', session }
}

/** Finds the live session that a refresh token still renews: with its current counter, or the one that was used last. */
export async function findRenewableSession(
  db: Db,
  { sessionId, counter }: RefreshTokenContent,
): Promise<OpenSession | null> {
  const row = await selectSession(db, sessionId).executeTakeFirst()
  if (!row?.isLive) return null
  const isRenewable = counter === Number(row.counter) || counter === lastUsedCounter(row)
  return isRenewable ? asOpen(row) : null
}

const lockSession = (trx: Db, sessionId: string) =>
  selectSession(trx, sessionId).forUpdate().executeTakeFirst()

function selectSession(trx: Db, sessionId: string) {
  const isFresh = sql<boolean>`rotated_at > clock_timestamp() - make_interval(secs => ${sameSuccessorSeconds})`
  return trx
    .selectFrom('sessions')
    .select([...openColumns, 'repeatedCounter', 'repeatedAs'])
    .select([isLive.as('isLive'), isOfActiveMember.as('isAllowed'), isFresh.as('isFresh')])
    .where('id', '=', sessionId)
}

type LockedRow = NonNullable<Awaited<ReturnType<typeof lockSession>>>

/** Gives a used token another successor. The row is locked, and live. */
async function replaceSuccessor(trx: Db, { sessionId, counter }: Renewal): Promise<Row> {
  const { rows } = await sql<Row>`
    update sessions set counter = counter + 1, repeated_counter = ${counter}, repeated_as = counter + 1, ${renewedNow}
    where id = ${sessionId}
    returning ${returned}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`Session ${sessionId} is locked and has no row`)
  return row
}

const renewedNow = sql`rotated_at = clock_timestamp(), last_seen_at = clock_timestamp(),
  idle_expires_at = least(expires_at, clock_timestamp() + make_interval(secs => idle_seconds))`

const returned = sql`sessions.id, user_id, platform, client_id, sessions.counter, auth_time, amr, acr, scopes,
  ${isOfActiveMember} as is_allowed`

/**
 * Increases the counter of a live session with this counter and this client. `isAllowed` tells whether the user may still use
 * the platform. Returns null for any other session, and for a row that another transaction has locked: only the caller
 * then waits for the row, so that a statement with many renewals never waits for a lock.
 */
const increaseCounter = batched<Renewal, Row | null>(async (db, renewals) => {
  const { rows } = await sql<Row>`
    with held as (
      select session.id, session.counter
      from unnest(
        ${renewals.map(({ sessionId }) => sessionId)}::uuid[],
        ${renewals.map(({ counter }) => counter)}::bigint[],
        ${renewals.map(({ clientId }) => clientId)}::text[]
      ) as given (id, counter, client_id)
      cross join lateral (
        select id, counter from sessions
        where id = given.id and counter = given.counter and client_id is not distinct from given.client_id and ${isLive}
        for no key update skip locked
      ) as session
    )
    update sessions set counter = sessions.counter + 1, ${renewedNow}
    from held where sessions.id = held.id and sessions.counter = held.counter
    returning ${returned}`.execute(db)
  return renewals.map(
    ({ sessionId, counter, clientId }) =>
      rows.find(
        (row) => row.id === sessionId && Number(row.counter) === counter + 1 && row.clientId === clientId,
      ) ?? null,
  )
})
