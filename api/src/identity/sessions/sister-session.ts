/**
 * Finds and locks the session that a sister site presents for an auto-login. With start-session.ts, renew-session.ts,
 * end-session.ts and sessions.ts the owner of the table sessions.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { keepUser } from '../users/users.ts'
import type { ContinuedSession } from './ask-second-factor.ts'
import type { RefreshTokenContent } from './refresh-token.ts'
import { asOpen, isLive, type OpenSession, openColumns } from './session-row.ts'

type SisterSession = OpenSession & {
  /** The browser of the parent session at Foyer; null for a session without a parent. */
  browserId: Buffer | null
}

/** Finds an open session, and the browser of its parent. */
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
 * Locks the user, the parent of the session and the session, and returns the session; null if it has ended or if the counter
 * is not the one of its valid refresh token. The counter stays, so that the sister site can keep using its tokens. Lock the
 * known browser of the user first (`lockKnownBrowser`): every transaction locks in this order.
 */
export async function lockSisterSession(
  trx: Db,
  { sessionId, counter, userId }: RefreshTokenContent & { userId: string },
): Promise<ContinuedSession | null> {
  await keepUser(trx, userId)
  const sessions = trx.selectFrom('sessions')
  const above = sessions.select('parentId').where('id', '=', sessionId)
  // A transaction that ends a session locks the parent first: it has committed, or will see the new parent of the session.
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
