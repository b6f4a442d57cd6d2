/** Ending many sessions of somebody at once, for a reason of their account. */

import type { Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { EndReason } from './sessions.ts'

type Which = {
  userId: string
  reason: EndReason
  /** This one goes on, with its children. */
  keptId?: string
  /** Those of this platform alone. */
  platform?: Platform
}

/**
 * Says which were open. Two statements, since the first waits for whoever is opening a child just now and only the
 * second sees that child. In the transaction of what is the reason.
 */
export async function endSessionsOf(trx: Db, { userId, reason, keptId, platform }: Which): Promise<string[]> {
  let open = trx
    .updateTable('sessions')
    .set({ revokedAt: sql<Date>`clock_timestamp()`, revokedReason: reason })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning('id')
  if (platform) open = open.where('platform', '=', platform)
  if (keptId) {
    open = open
      .where('id', '<>', keptId)
      .where(({ eb, or }) => or([eb('parentId', 'is', null), eb('parentId', '<>', keptId)]))
  }
  const own = await open.where('parentId', 'is', null).execute()
  const children = await open.execute()
  return [...own, ...children].map(({ id }) => id)
}
