/** The browsers in which a person has signed in. Owner of the table known_devices. */
import { knownDeviceSeconds } from '@foyer/contract/limits'
import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { deleteBatch } from '../db/delete-batch.ts'
import type { Tables } from '../db/tables.ts'
import { nobody } from './users.ts'

type Pair = { browserId: Buffer; userId: string }

/** This browser, where the person has signed in in it; else null. The unknown cost the same. */
export async function findKnownBrowser(
  db: Db,
  { browserId, userId }: { browserId: Buffer | null; userId: string | null },
): Promise<Buffer | null> {
  if (browserId === null) return null
  const row = await db
    .selectFrom('knownDevices')
    .select('userId')
    .where('browserId', '=', browserId)
    .where('userId', '=', userId ?? nobody)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row ? browserId : null
}

/** Every browser that may still have a counter of this person of its own. */
export async function browsersOf(db: Db, userId: string): Promise<Buffer[]> {
  const rows = await db.selectFrom('knownDevices').select('browserId').where('userId', '=', userId).execute()
  return rows.map(({ browserId }) => browserId)
}

/** When this person's browsers became known, and until when they are; not which browsers they are. */
export function listKnownBrowsers(db: Db, userId: string) {
  return db
    .selectFrom('knownDevices')
    .select(['createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Whether somebody who has signed in before does so in another browser now, as one column of a statement. */
export function isAnotherDevice({ browserId, userId }: Pair): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select bool_and(browser_id <> ${browserId}) from known_devices
    where user_id = ${userId} and expires_at > clock_timestamp()), false)`
}

/** No browser is known any more. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('knownDevices').where('userId', '=', userId).execute()
}

/** This browser is known from now on, and no other any more: with none at all nobody would be told of the next. */
export async function rememberOnly(db: Db, pair: Pair): Promise<void> {
  const { browserId, userId } = pair
  await rememberDevice(db, pair)
  await db
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('browserId', '<>', browserId)
    .execute()
}

/** The browser of somebody whose answer, and the cookie with it, was lost on the way. */
export async function rememberDevice(db: Db, pair: Pair): Promise<void> {
  await insertDevice(db, pair).execute()
}

/** From a sign-in on, for as long as the browser keeps its cookie; written beside the session it opens. */
export function insertDevice(db: QueryCreator<Tables>, { browserId, userId }: Pair) {
  const expiresAt = sql<Date>`clock_timestamp() + make_interval(secs => ${knownDeviceSeconds})`
  return db
    .insertInto('knownDevices')
    .values({ browserId, userId, expiresAt })
    .onConflict((conflict) => conflict.columns(['browserId', 'userId']).doUpdateSet({ expiresAt }))
}

/** Removes up to `limit` that the browser has forgotten by now. */
export function deleteOldDevices(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'knownDevices',
    isOver: sql`expires_at < now()`,
    inOrderOf: sql`expires_at`,
    limit,
  })
}
