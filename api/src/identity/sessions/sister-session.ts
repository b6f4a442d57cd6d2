/**
 * Finds and locks the session that a sister site presents for an auto-login. With start-session.ts, renew-session.ts,
 * end-session.ts and sessions.ts the owner of the table sessions.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { RefreshGrant } from './refresh-token.ts'
import { asOpen, isLive, type OpenSession, openColumns } from './session-row.ts'
import type { ContinuedSession } from './start-session.ts'

type SisterSession = OpenSession & {
  /** The browser of the sign-in at Foyer that the session came from; null for a session that a browser opened itself. */
  browserId: Buffer | null
}

/** Finds an open session, and the browser of the session above it. */
export async function findSisterSession(db: Db, sessionId: string): Promise<SisterSession | null> {
  const row = await db
    .selectFrom('sessions')
    .select(openColumns)
    .select(({ selectFrom }) =>
      selectFrom('sessions as above')
        .select('above.browserId')
        .whereRef('above.id', '=', 'sessions.parentId')
        .as('browserId'),
    )
    .where('id', '=', sessionId)
    .where(isLive)
    .executeTakeFirst()
  return row ? { ...asOpen(row), browserId: row.browserId } : null
}

/**
 * Locks the user, then the session with the session above it, and returns the session; null where it has ended or the
 * counter is not that of its valid refresh token. Its counter stays: the sister site goes on with its own tokens. Lock
 * the known browser of the user before (`lockKnownBrowser`): every transaction locks in this order.
 */
export async function lockSisterSession(
  trx: Db,
  { sessionId, counter, userId }: RefreshGrant & { userId: string },
): Promise<ContinuedSession | null> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
  const sessions = trx.selectFrom('sessions')
  const above = sessions.select('parentId').where('id', '=', sessionId)
  // The end of a session locks the parent first: it is over, or sees the session in its new place.
  await sessions.select('id').where('id', '=', above).forUpdate().execute()
  const row = await sessions
    .select([...openColumns, 'expiresAt'])
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('counter', '=', sql<number>`${counter}`)
    .where(isLive)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...asOpen(row), expiresAt: row.expiresAt } : null
}
