/** Ending sessions. With sessions.ts and open-session.ts the owner of the table sessions. */
import type { Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isLive } from './session-row.ts'

export type EndReason =
  | 'signed-out'
  | 'ended-by-owner'
  | 'refresh-reused'
  | 'code-replayed'
  | 'no-access'
  | 'too-many'
  | 'mailbox-proven'
  | 'password-reset'
  | 'password-changed'
  | 'disabled'
  | 'membership-removed'
  | 'ended-by-operator'

/**
 * Ends a session and its children; true when it was still open. Two statements: the first waits for whoever is opening
 * a child just now, and only the second sees that child. In a transaction: no child outlives its parent.
 */
export async function endSession(
  trx: Db,
  { sessionId, reason }: { sessionId: string; reason: EndReason },
): Promise<boolean> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  const open = trx.updateTable('sessions').set(ended).where('revokedAt', 'is', null)
  const { numUpdatedRows } = await open.where('id', '=', sessionId).executeTakeFirstOrThrow()
  await open.where('parentId', '=', sessionId).execute()
  return numUpdatedRows > 0n
}

type Whose = {
  userId: string
  /** Those of this platform alone. */
  platform?: Platform
  /** This one goes on, with its children. */
  keptId?: string
}

/** Ends every session of somebody, or what of them is meant, and says which they were; two statements, as above. */
export async function endAllSessions(
  db: Db,
  { userId, platform, keptId, reason }: Whose & { reason: EndReason },
): Promise<string[]> {
  const ended = { revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason }
  let open = db.updateTable('sessions').set(ended).where('userId', '=', userId).where(isLive).returning('id')
  if (platform) open = open.where('platform', '=', platform)
  if (keptId) open = open.where('id', '<>', keptId).where('parentId', 'is distinct from', keptId)
  const own = await open.where('parentId', 'is', null).execute()
  const children = await open.execute()
  return [...own, ...children].map(({ id }) => id)
}

/** Ends the oldest of these where more than `kept` are open. */
export async function endOldest(
  db: Db,
  whose: { userId: string; parentId: null } | { parentId: string; clientId: string },
  kept: number,
): Promise<void> {
  const surplus = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ and }) => and({ ...whose, revokedAt: null }))
    .orderBy('createdAt', 'desc')
    .offset(kept)
    .limit(kept)
    .execute()
  const endEach = async (trx: Db) => {
    for (const { id } of surplus) await endSession(trx, { sessionId: id, reason: 'too-many' })
  }
  await (db.isTransaction ? endEach(db) : db.transaction().execute(endEach))
}
