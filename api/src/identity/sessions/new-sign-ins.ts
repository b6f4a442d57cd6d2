/**
 * Asks users about sign-ins in new browsers: a session `asks_owner` from its start (start-session.ts, by `isNewBrowser`) until
 * the user says in another browser whether the sign-in was theirs. With sessions.ts an owner of the table sessions.
 */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { isInBrowserOf } from './session-row.ts'

/** The condition that a row of `sessions` asks the user of another session: a browser never answers for itself. */
export function asksIn(sessionId: string) {
  return sql<boolean>`(sessions.asks_owner and not ${isInBrowserOf(sessionId)})`
}

export type NewSignIn = { id: string; platform: Platform; deviceLabel: string | null; createdAt: Date }

/** The history of sign-ins asks about older ones. */
const listed = 20

/** Lists the newest sign-ins about which this session should ask its user, the newest first. */
export async function listNewSignIns(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<NewSignIn[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'platform', 'deviceLabel', 'createdAt'])
    .where('userId', '=', userId)
    .where('asksOwner', '=', true)
    .where(asksIn(sessionId))
    .orderBy('createdAt', 'desc')
    .limit(listed)
    .execute()
  return rows.flatMap(({ platform, ...row }) => (isPlatform(platform) ? [{ ...row, platform }] : []))
}

/** Returns whether the user has not yet said that the browser of this session is theirs. */
export async function isBrowserInQuestion(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const asking = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('asksOwner', '=', true)
    .where(isInBrowserOf(sessionId))
  return (await asking.limit(1).executeTakeFirst()) !== undefined
}

/** Notes an answer about a session and about every other session of its browser. Returns whether any of them asked. */
export async function noteAnswer(
  trx: Db,
  { userId, sessionId, answeredIn }: { userId: string; sessionId: string; answeredIn: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ asksOwner: false })
    .where('userId', '=', userId)
    .where('asksOwner', '=', true)
    .where(isInBrowserOf(sessionId))
    .where(asksIn(answeredIn))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
