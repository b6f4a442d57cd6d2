/**
 * Keeps the browsers in which a user has signed in. The browser's cookie holds a value for each of its users, and a row
 * has the hash of one value and its user (docs/decisions/browsers.md). Owner of the table known_browsers.
 */

import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import { batched } from '../../kernel/db/batch.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Browser } from '../../kernel/request-context.ts'
import { knownBrowserSeconds } from '../../kernel/request-context.ts'
import { chosenTimeZone } from '../users/user-settings.ts'
import { unknownUserId } from '../users/users.ts'
import { renameBrowser } from './sessions.ts'

type Pair = { browserId: Buffer; userId: string }

/** A value of a browser's cookie that has rows. It tells whether this user and whether other users have signed in with it. */
type KnownBrowser = { browserId: Buffer; isOwn: boolean; isOthers: boolean }

/** A browser with the time zone that it sends; null keeps the stored time zone. */
type Seen = Pair & { timeZone: string | null }

type Sought = { browser: Browser; userId: string | null }

/** Returns the user's id of this browser; null if the user has not signed in there. An unknown user costs the same. */
export async function findKnownBrowser(db: Db, sought: Sought): Promise<Buffer | null> {
  return ownBrowserOf(sought.browser, await findKnownBrowsers(db, sought))
}

/** Finds the values of the browser's cookie that have rows. An unknown user costs the same. */
export async function findKnownBrowsers(db: Db, sought: Sought): Promise<KnownBrowser[]> {
  return sought.browser.ids.length === 0 ? [] : findKnownOf(db, sought)
}

const findKnownOf = batched(findTogether)

async function findTogether(db: Db, all: readonly Sought[]): Promise<KnownBrowser[][]> {
  const values = all.flatMap(({ browser, userId }, index) =>
    browser.ids.map((id) => ({ index, id, userId: userId ?? unknownUserId })),
  )
  const { rows } = await sql<KnownBrowser & { index: number }>`
    select index, browser_id, bool_or(known.user_id = sought.user_id) as is_own,
      bool_or(known.user_id <> sought.user_id) as is_others
    from unnest(${values.map(({ index }) => index)}::int[], ${values.map(({ id }) => id)}::bytea[],
      ${values.map(({ userId }) => userId)}::uuid[]) as sought (index, id, user_id)
    join known_browsers as known on known.browser_id = sought.id
    where ${isKnown} group by index, browser_id`.execute(db)
  const found: KnownBrowser[][] = all.map(() => [])
  for (const { index, ...known } of rows) found[index]?.push(known)
  return found
}

/** Returns the user's own value among the known ones: the first in the order of the cookie. */
export function ownBrowserOf(browser: Browser, known: readonly KnownBrowser[]): Buffer | null {
  return inCookieOrder(browser, known).find(({ isOwn }) => isOwn)?.browserId ?? null
}

/**
 * Sets the browser's cookie for an authenticated user, and returns the user's id of this browser, known or new. Drops values
 * without a row: the service never issued them or has deleted their rows. Several users may share a value of an older
 * version: this user gets a new value, also in the user's row and sessions.
 */
export async function rememberBrowser(db: Db, browser: Browser, userId: string): Promise<Buffer> {
  return rememberAmong(db, browser, { userId, known: await findKnownBrowsers(db, { browser, userId }) })
}

/** Like `rememberBrowser`, with the known values that the caller has read. */
export async function rememberAmong(
  db: Db,
  browser: Browser,
  { userId, known }: { userId: string; known: readonly KnownBrowser[] },
): Promise<Buffer> {
  const values = inCookieOrder(browser, known)
  const own = values.find(({ isOwn }) => isOwn)
  const others = values.filter(({ isOthers }) => isOthers).map(({ browserId }) => browserId)
  const written = browser.write({ own: own && !own.isOthers ? own.browserId : null, others })
  if (own && !written.equals(own.browserId)) {
    await db
      .updateTable('knownBrowsers')
      .set({ browserId: written })
      .where('browserId', '=', own.browserId)
      .where('userId', '=', userId)
      .execute()
    await renameBrowser(db, { userId, oldId: own.browserId, newId: written })
  }
  return written
}

function inCookieOrder({ ids }: Browser, known: readonly KnownBrowser[]): KnownBrowser[] {
  return ids.flatMap((id) => known.find(({ browserId }) => browserId.equals(id)) ?? [])
}

/** Locks the row of a known browser. A transaction that locks the user before it opens a session calls this first. */
export async function lockKnownBrowser(trx: Db, { browserId, userId }: Pair): Promise<void> {
  const row = trx.selectFrom('knownBrowsers').select('browserId').where('browserId', '=', browserId)
  await row.where('userId', '=', userId).forUpdate().execute()
}

const isKnown = sql<boolean>`expires_at > clock_timestamp()`

/** Lists the ids of every known browser of a user, expired ones too. */
export async function listBrowserIds(db: Db, userId: string): Promise<Buffer[]> {
  const rows = await db.selectFrom('knownBrowsers').select('browserId').where('userId', '=', userId).execute()
  return rows.map(({ browserId }) => browserId)
}

/** Lists when each known browser of a user was first used and when it expires, and its time zone, without its id. */
export function listKnownBrowsers(db: Db, userId: string) {
  return db
    .selectFrom('knownBrowsers')
    .select(['createdAt', 'expiresAt', 'timeZone'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/**
 * Returns the time zone for times in messages to this user: the one in the user's settings, else the one of the known
 * browser of the last sign-in; null if no time zone is known. The time zone of a new browser does not count, since the
 * browser may be an attacker's.
 */
export async function findTimeZone(
  db: Db,
  sought: { userId: string; newBrowserId?: Buffer },
): Promise<string | null> {
  const { rows } = await sql<{ timeZone: string | null }>`select ${timeZoneOf(sought)} as time_zone`.execute(
    db,
  )
  return rows[0]?.timeZone ?? null
}

/** Selects the time zone of `findTimeZone` as part of another statement. */
export function timeZoneOf({
  userId,
  newBrowserId = noBrowser,
}: {
  userId: string
  newBrowserId?: Buffer
}): RawBuilder<string | null> {
  return sql<string | null>`coalesce(${chosenTimeZone(userId)}, (
    select time_zone from known_browsers
    where user_id = ${userId} and browser_id <> ${newBrowserId} and time_zone is not null and ${isKnown}
    order by expires_at desc limit 1))`
}

const noBrowser = Buffer.alloc(0)

/** Notes that a second factor was given in this browser, and is not to be asked for there for some time. */
export async function rememberSecondFactor(db: Db, { browserId, userId }: Pair): Promise<void> {
  const secondFactorAt = sql<Date>`clock_timestamp()`
  const row = db.updateTable('knownBrowsers').set({ secondFactorAt }).where('userId', '=', userId)
  await row.where('browserId', '=', browserId).execute()
}

/** Asks for the second factor again in one browser of the user, or in all. Returns whether one was remembered. */
export async function forgetSecondFactor(
  db: Db,
  { browserId, userId }: { browserId?: Buffer; userId: string },
): Promise<boolean> {
  const rows = db
    .updateTable('knownBrowsers')
    .set({ secondFactorAt: null })
    .where('userId', '=', userId)
    .where('secondFactorAt', 'is not', null)
    .$if(browserId !== undefined, (query) => query.where('browserId', '=', browserId as Buffer))
  return (await rows.executeTakeFirst()).numUpdatedRows > 0n
}

export async function forgetKnownBrowsers(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('knownBrowsers').where('userId', '=', userId).execute()
}

/** Forgets that a user has signed in in this browser. Returns whether a row was deleted. */
export async function forgetUserHere(
  db: Db,
  { userId, browser: { ids } }: { userId: string; browser: Pick<Browser, 'ids'> },
): Promise<boolean> {
  if (ids.length === 0) return false
  const rows = db.deleteFrom('knownBrowsers').where('userId', '=', userId).where('browserId', 'in', ids)
  return (await rows.executeTakeFirst()).numDeletedRows > 0n
}

/** Deletes all known browsers except this one: a user without a known browser gets no notice of a new browser. */
export async function rememberOnlyBrowser(db: Db, seen: Seen): Promise<void> {
  const { browserId, userId } = seen
  await rememberKnownBrowser(db, seen)
  await db
    .deleteFrom('knownBrowsers')
    .where('userId', '=', userId)
    .where('browserId', '<>', browserId)
    .execute()
}

/** Stores a browser as known, or extends the time for which it stays known. */
export async function rememberKnownBrowser(db: Db, seen: Seen): Promise<void> {
  await insertKnownBrowser(db, seen).execute()
}

/** Stores a browser as known in the same round trip as another statement: `db.with('remembered', (query) => …)`. */
export function insertKnownBrowser(query: QueryCreator<Tables>, { browserId, userId, timeZone }: Seen) {
  const expiresAt = secondsFromNow(knownBrowserSeconds)
  return query
    .insertInto('knownBrowsers')
    .values({ browserId, userId, expiresAt, timeZone })
    .onConflict((conflict) =>
      conflict.columns(['browserId', 'userId']).doUpdateSet({ expiresAt, ...(timeZone && { timeZone }) }),
    )
}

/** The condition that a user has known browsers, and that this browser is not one of them. */
export function isNewBrowser({ browserId, userId }: Pair): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(browser_id <> ${browserId}) from known_browsers where user_id = ${userId} and ${isKnown}), false)`
}

/** Deletes up to `limit` rows whose cookie has expired. */
export function deleteOldKnownBrowsers(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'knownBrowsers',
    isExpired: sql`expires_at < now()`,
    orderBy: sql`expires_at`,
    limit,
  })
}
