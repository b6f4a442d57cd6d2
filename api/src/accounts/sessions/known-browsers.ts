/**
 * The browsers in which a person has signed in. The browser's cookie holds a value for each of its people, and a row has
 * the hash of one value and its person (docs/decisions/known-browsers.md). Owner of the table known_devices.
 */
import { knownDeviceSeconds } from '@foyer/contract/limits'
import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { deleteBatch } from '../../db/delete-batch.ts'
import type { Tables } from '../../db/tables.ts'
import type { Browser } from '../../request-context.ts'
import { nobody } from '../users/users.ts'
import { renameBrowser } from './sessions.ts'

type Pair = { browserId: Buffer; userId: string }

/** Returns the person's own id of this browser, null where they have not signed in there. Unknown people cost the same. */
export async function findKnownBrowser(
  db: Db,
  { browser, userId }: { browser: Browser; userId: string | null },
): Promise<Buffer | null> {
  if (browser.ids.length === 0) return null
  const row = await db
    .selectFrom('knownDevices')
    .select('browserId')
    .where(isAmong(browser.ids))
    .where('userId', '=', userId ?? nobody)
    .where(isKnown)
    .executeTakeFirst()
  return row?.browserId ?? null
}

/**
 * Sets the browser's cookie for a person who proved who they are, and returns their id of this browser: the one they
 * have, or a new one. Values without a row, which the service never issued or has forgotten, are dropped. A value of an
 * older version, which several people may share, is replaced for this person; their row and their sessions go along.
 */
export async function rememberBrowser(db: Db, browser: Browser, userId: string): Promise<Buffer> {
  if (browser.ids.length === 0) return browser.write({ own: null, others: [] })
  const rows = await db
    .selectFrom('knownDevices')
    .select('browserId')
    .select(sql<boolean>`bool_or(user_id = ${userId})`.as('isOwn'))
    .select(sql<boolean>`bool_or(user_id <> ${userId})`.as('isOthers'))
    .where(isAmong(browser.ids))
    .where(isKnown)
    .groupBy('browserId')
    .execute()
  const ids = browser.ids.flatMap((id) => rows.filter(({ browserId }) => browserId.equals(id)))
  const own = ids.find(({ isOwn }) => isOwn)
  const others = ids.filter(({ isOthers }) => isOthers).map(({ browserId }) => browserId)
  const written = browser.write({ own: own && !own.isOthers ? own.browserId : null, others })
  if (own && !written.equals(own.browserId)) {
    await db
      .updateTable('knownDevices')
      .set({ browserId: written })
      .where('browserId', '=', own.browserId)
      .where('userId', '=', userId)
      .execute()
    await renameBrowser(db, { userId, requestContext: own.browserId, to: written })
  }
  return written
}

/** One parameter, whatever the count: the statement is prepared once. */
function isAmong(ids: readonly Buffer[]): RawBuilder<boolean> {
  return sql<boolean>`browser_id = any(${[...ids]}::bytea[])`
}

const isKnown = sql<boolean>`expires_at > clock_timestamp()`

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
