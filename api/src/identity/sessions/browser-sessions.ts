/**
 * Keeps browser sessions: one cookie value above the sessions that were opened in one browser
 * (docs/decisions/browser-sessions.md). Owner of the table browser_sessions. The accounts of a browser session are the
 * users of its open sessions, so a session that ends for any reason takes its account along.
 */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Browser, BrowserSessionCookie } from '../../kernel/request-context.ts'
import { browserSessionLives, proofSeconds } from '../tokens/session-lives.ts'
import type { Assurance } from './assurance.ts'
import { hasLiveChild, isLive, isOfActiveMember, readAcr } from './session-row.ts'

/** A replaced value may still be on its way in requests of other tabs for this long after the first use of the new one. */
const graceSeconds = 30

export type BrowserSession = { id: string; isShared: boolean }

const now = sql<Date>`clock_timestamp()`
const isValid = sql<boolean>`(ended_at is null and idle_expires_at > clock_timestamp() and expires_at > clock_timestamp())`

/** Selects a lifetime by a condition on the row. */
function lifeOf(isShared: RawBuilder<boolean>, life: 'idleSeconds' | 'absoluteSeconds') {
  const { own, shared } = browserSessionLives
  return sql<Date>`clock_timestamp() + make_interval(secs => case when ${isShared} then ${shared[life]}::int else ${own[life]}::int end)`
}

/** The values of the cookie that a proof may write. */
type Values = {
  renewed: ReturnType<BrowserSessionCookie['renew']>
  opened: ReturnType<BrowserSessionCookie['make']>
}

export function nextValues({ session }: Browser): Values {
  return { renewed: session.renew(), opened: session.make() }
}

/**
 * Gives the browser a new value after a proof, in the same round trip as the insert of the session: renews the browser
 * session whose current value the browser sent, or else opens one. A value that is not the current one joins no accounts,
 * so a value that somebody copied or planted before the proof never reaches the account of the proof; it only keeps its
 * family, with which the whole browser signs out. A browser session that was shared once stays shared.
 */
export function withBrowserSession(
  query: QueryCreator<Tables>,
  { session: { presented }, isShared }: Browser,
  { renewed, opened }: Values,
) {
  const asked = sql<boolean>`${isShared}::bool`
  const becomesShared = sql<boolean>`(is_shared or ${asked})`
  const family = presented?.family ?? null
  return query
    .with(
      'family',
      () => sql<{ isKnown: boolean }>`(
        select exists (select from browser_sessions where family = ${family} and ended_at is null) as is_known)`,
    )
    .with(
      'renewed',
      () => sql<BrowserSession>`(
        update browser_sessions set hash = ${renewed?.hash ?? null}, used_at = null, is_shared = ${becomesShared},
          idle_expires_at = ${lifeOf(becomesShared, 'idleSeconds')}, expires_at = ${lifeOf(becomesShared, 'absoluteSeconds')}
        where family = ${family} and hash = ${presented?.hash ?? null} and ${isValid}
        returning id, is_shared)`,
    )
    .with(
      'opened',
      () => sql<BrowserSession>`(
        insert into browser_sessions (family, hash, is_shared, idle_expires_at, expires_at)
        select case when is_known then ${family} else ${opened.family}::bytea end,
          case when is_known then ${renewed?.hash ?? null} else ${opened.hash}::bytea end,
          ${asked}, ${lifeOf(asked, 'idleSeconds')}, ${lifeOf(asked, 'absoluteSeconds')}
        from family where not exists (select from renewed)
        returning id, is_shared)`,
    )
}

/** Columns of the browser session in a statement that begins with `withBrowserSession`. */
export const placed = {
  id: sql<string>`(select id from renewed union all select id from opened)`,
  isShared: sql<boolean>`(select is_shared from renewed union all select is_shared from opened)`,
  /** The value has the family of the one that the browser sent. */
  isRenewed: sql<boolean>`(select is_known from family)`,
}

/** Writes the cookie after the statement of `withBrowserSession`. */
export function writeValue(
  { renewed, opened }: Values,
  { isRenewed, isShared }: { isRenewed: boolean; isShared: boolean },
): void {
  const value = (isRenewed && renewed) || opened
  // The cookie of a shared computer ends with the browser.
  value.write(isShared ? null : browserSessionLives.own.absoluteSeconds)
}

/**
 * Gives a session to the browser whose user has just proven the account again, or has repeated the request that opened the
 * session: the browser gets a new value.
 */
export async function moveToBrowserSession(db: Db, browser: Browser, sessionId: string): Promise<void> {
  const values = nextValues(browser)
  const row = await withBrowserSession(db, browser, values)
    .updateTable('sessions')
    .set({ browserSessionId: placed.id })
    .where('id', '=', sessionId)
    .returning([placed.isRenewed.as('isRenewed'), placed.isShared.as('isShared')])
    .executeTakeFirstOrThrow()
  writeValue(values, row)
}

type Used =
  | { kind: 'current'; browserSession: BrowserSession }
  /** No cookie, an unknown or expired one, or one that a tab sent while another tab got its successor. */
  | { kind: 'none' }
  /** A replaced value, long after its successor was used: one of the two is a copy. */
  | { kind: 'replayed' }

/** Finds the browser session of the cookie and extends its idle time. Runs no statement without the cookie. */
export async function useBrowserSession(db: Db, { presented }: BrowserSessionCookie): Promise<Used> {
  if (!presented) return { kind: 'none' }
  const current = await db
    .updateTable('browserSessions')
    .set({
      usedAt: sql`coalesce(used_at, ${now})`,
      idleExpiresAt: sql`least(${lifeOf(sql<boolean>`is_shared`, 'idleSeconds')}, expires_at)`,
    })
    .where('family', '=', presented.family)
    .where('hash', '=', presented.hash)
    .where(isValid)
    .returning(['id', 'isShared'])
    .executeTakeFirst()
  if (current) return { kind: 'current', browserSession: current }
  const family = await db
    .selectFrom('browserSessions')
    .select(sql<boolean>`hash = ${presented.hash}`.as('isPresented'))
    .select(
      sql<boolean>`coalesce(ended_at is null and expires_at > ${now} and used_at < ${secondsFromNow(-graceSeconds)}, false)`.as(
        'isUsed',
      ),
    )
    .where('family', '=', presented.family)
    .execute()
  const isReplaced = family.every(({ isPresented }) => !isPresented)
  return { kind: isReplaced && family.some(({ isUsed }) => isUsed) ? 'replayed' : 'none' }
}

/**
 * Locks the browser session of the cookie until the transaction ends; returns false if it has ended, or if a proof has
 * replaced the value since it was found.
 */
export async function lockBrowserSession(
  trx: Db,
  id: string,
  { presented }: BrowserSessionCookie,
): Promise<boolean> {
  if (!presented) return false
  const row = trx.selectFrom('browserSessions').select('id').where('id', '=', id)
  const valid = row.where('hash', '=', presented.hash).where(isValid)
  return (await valid.forShare().executeTakeFirst()) !== undefined
}

/**
 * Locks the browser sessions of a cookie's family, and returns their ids. Expired ones and replaced values count too: all of
 * them may end sessions. End the sessions afterwards: a session that is being opened holds the row until it is visible.
 */
export async function lockFamily(trx: Db, { presented }: BrowserSessionCookie): Promise<string[]> {
  if (!presented) return []
  const rows = trx.selectFrom('browserSessions').select('id').where('family', '=', presented.family)
  return (await rows.orderBy('id').forUpdate().execute()).map(({ id }) => id)
}

/** Locks a browser session by its id. End sessions of it afterwards, like after `lockFamily`. */
export async function lockBrowserSessionById(trx: Db, id: string): Promise<void> {
  await trx.selectFrom('browserSessions').select('id').where('id', '=', id).forUpdate().execute()
}

/** Ends every browser session of a cookie's family, and returns their ids, also of those that had ended. */
export async function endFamily(trx: Db, cookie: BrowserSessionCookie): Promise<string[]> {
  const ids = await lockFamily(trx, cookie)
  const endedAt = sql<Date>`coalesce(ended_at, ${now})`
  if (ids.length > 0)
    await trx.updateTable('browserSessions').set({ endedAt }).where('id', 'in', ids).execute()
  return ids
}

/** A session at Foyer in this browser, while it or a platform's session below it is open. */
export type SessionHere = {
  id: string
  userId: string
  platform: Platform
  authTime: Date
  amr: string[]
  acr: Assurance
  browserId: Buffer | null
  createdAt: Date
  lastSeenAt: Date
  /** The user authenticated less than twelve hours ago. */
  isRecent: boolean
}

/** Lists the open sessions of a browser session, the last used first. `userId` selects one account and locks its rows. */
export async function listSessionsHere(
  db: Db,
  { id, userId }: { id: string; userId?: string },
): Promise<SessionHere[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'userId', 'platform', 'authTime', 'amr', 'acr', 'browserId', 'createdAt'])
    .select(
      sql<Date>`greatest(last_seen_at, (select max(child.last_seen_at) from sessions as child where child.parent_id = sessions.id))`.as(
        'lastSeenAt',
      ),
    )
    .select(sql<boolean>`auth_time > ${secondsFromNow(-proofSeconds)}`.as('isRecent'))
    .where('browserSessionId', '=', id)
    .where('parentId', 'is', null)
    .where(({ or }) => or([isLive, hasLiveChild]))
    .where(isOfActiveMember)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string).forShare())
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return rows.flatMap(({ platform, ...row }) =>
    isPlatform(platform) ? [{ ...row, platform, acr: readAcr(row) }] : [],
  )
}

/**
 * Returns whether a session is certainly of the account that its platform used last in this browser: it belongs to the
 * browser session of the cookie, and no other account signed in there to the same platform later. Sessions that the
 * previous version opened belong to none, and are certain as before.
 */
export async function isLastUsedHere(
  db: Db,
  { sessionId, session: { presented } }: { sessionId: string; session: BrowserSessionCookie },
): Promise<boolean> {
  const { rows } = await sql`
    select from sessions left join browser_sessions as here on here.id = sessions.browser_session_id
    where sessions.id = ${sessionId} and (here.id is null or (
      here.hash = ${presented?.hash ?? null}::bytea and here.ended_at is null and not exists (
        select from sessions as later where later.browser_session_id = here.id and later.parent_id is null
          and later.platform = sessions.platform and later.user_id <> sessions.user_id
          and later.created_at > sessions.created_at)))`.execute(db)
  return rows.length > 0
}

/** Deletes up to `limit` browser sessions that ended or expired a day ago. Their sessions stay. */
export function deleteOldBrowserSessions(db: Db, limit: number): Promise<number> {
  const endedAt = sql`least(ended_at, expires_at)`
  return deleteBatch(db, {
    from: 'browserSessions',
    isExpired: sql`${endedAt} < now() - interval '1 day'`,
    orderBy: endedAt,
    limit,
  })
}
