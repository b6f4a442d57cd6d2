/**
 * Keeps the newest export of each user's data, with its files, which are encrypted. Owner of the table data_exports. A worker
 * claims an export under a lease; `tries` fences, so a worker whose lease has ended writes nothing.
 */

import { isPlatform, type Platform } from '@foyer/contract/platforms'
import type { ExportFormat } from '@foyer/contract/routes/data-export'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Keyring } from '../../kernel/keyring.ts'

/** How long the files can be downloaded, and how long a failed export is shown. */
export const exportDays = 7
const leaseSeconds = 60
const mostTries = 3
const purpose = 'data export'

type ExportState = {
  state: 'waiting' | 'ready' | 'failed'
  percent: number
  requestedAt: Date
  expiresAt: Date
}

/** An export that a worker is making. */
export type ClaimedExport = { userId: string; id: string; platform: Platform; tries: number }

const columns = ['state', 'percent', 'requestedAt', 'expiresAt'] as const
const lease = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
const expiry = sql<Date>`clock_timestamp() + make_interval(days => ${exportDays})`

export async function findExport(db: Db, userId: string): Promise<ExportState | null> {
  const row = db.selectFrom('dataExports').select(columns).where('userId', '=', userId)
  return (await row.where('expiresAt', '>', sql<Date>`now()`).executeTakeFirst()) ?? null
}

/** Stores a request in place of the user's former export, whose files are gone then. */
export async function insertExport(
  trx: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<ExportState> {
  const fresh = {
    id: sql<string>`gen_random_uuid()`,
    platform,
    state: 'waiting' as const,
    percent: 0,
    tries: 0,
    dueAt: sql<Date>`clock_timestamp()`,
    requestedAt: sql<Date>`clock_timestamp()`,
    expiresAt: expiry,
    html: null,
    json: null,
  }
  return trx
    .insertInto('dataExports')
    .values({ userId, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Claims the export that waits longest; null if none waits. An export whose worker died is claimed again after the lease. */
export async function claimExport(db: Db): Promise<ClaimedExport | null> {
  const row = await db
    .updateTable('dataExports')
    .set({ dueAt: lease, tries: sql<number>`tries + 1`, percent: 0 })
    .where('userId', '=', (query) =>
      query
        .selectFrom('dataExports')
        .select('userId')
        .where('state', '=', 'waiting')
        .where('dueAt', '<=', sql<Date>`now()`)
        .where('tries', '<', mostTries)
        .orderBy('dueAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['userId', 'id', 'platform', 'tries'])
    .executeTakeFirst()
  if (!row) return null
  const { platform } = row
  if (!isPlatform(platform)) throw new Error(`The export ${row.id} is of an unknown platform`)
  return { ...row, platform }
}

/** Notes how much is done, and renews the lease. Returns false if the worker must stop: the export is no longer its own. */
export async function noteProgress(db: Db, claimed: ClaimedExport, percent: number): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(db, claimed)
    .set({ percent, dueAt: lease })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores the files. Returns the time until which they can be downloaded; null if the export is no longer the worker's. */
export async function storeFiles(
  trx: Db,
  keyring: Keyring,
  claimed: ClaimedExport,
  files: Record<ExportFormat, string>,
): Promise<Date | null> {
  const html = keyring.encrypt(purpose, files.html)
  const json = keyring.encrypt(purpose, files.json)
  const stored = await updateClaimed(trx, claimed)
    .set({ state: 'ready', percent: 100, expiresAt: expiry, html, json })
    .returning('expiresAt')
    .executeTakeFirst()
  return stored?.expiresAt ?? null
}

function updateClaimed(db: Db, { userId, id, tries }: ClaimedExport) {
  return db
    .updateTable('dataExports')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
}

/** Marks exports as failed that were tried often enough and whose last lease has ended. */
export async function giveUp(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('dataExports')
    .set({ state: 'failed', expiresAt: expiry })
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', sql<Date>`now()`)
    .where('tries', '>=', mostTries)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Lets another worker try at once. */
export async function releaseExport(db: Db, claimed: ClaimedExport): Promise<void> {
  await updateClaimed(db, claimed).set({ dueAt: sql<Date>`clock_timestamp()` }).execute()
}

/** Reads a file of a user's export; null if there is none. */
export async function readFile(
  db: Db,
  keyring: Keyring,
  { userId, format }: { userId: string; format: ExportFormat },
): Promise<{ text: string; requestedAt: Date } | null> {
  const row = await db
    .selectFrom('dataExports')
    .select([`${format} as sealed`, 'requestedAt'])
    .where('userId', '=', userId)
    .where('state', '=', 'ready')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.sealed ? { text: keyring.decrypt(purpose, row.sealed), requestedAt: row.requestedAt } : null
}

export async function deleteExport(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('dataExports').where('userId', '=', userId).execute()
}

export function deleteOldExports(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'dataExports',
    isExpired: sql<boolean>`expires_at < now()`,
    orderBy: sql`expires_at`,
    limit,
  })
}
