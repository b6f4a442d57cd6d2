/**
 * Limits the uses of one key, such as the codes sent to a contact: the wait grows after each use. Only this file,
 * rate-limit.ts and lockout.ts write the table attempts; the rules of rate-limit.ts for transactions apply.
 */

import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { secondsFromNow } from '../db/database-time.ts'
import { withoutWaiting } from '../db/durability.ts'
import { countInWindow, windowEnd } from './counters.ts'
import type { Window } from './request-limits.ts'

/**
 * The waits after each use, of which the last applies to all further uses, and a maximum number of uses in two windows.
 */
export type GrowingWaits = { waitsSeconds: readonly number[]; short: Window; long: Window }
export type TimedUse = { isDue: boolean; nextAt: Date; waitSeconds: number }

/**
 * Counts a use if it is due, and returns when the next use is due. Of parallel callers with one key, only one use is
 * due.
 */
export async function useOnceDue(
  db: Db,
  key: string,
  { waitsSeconds, ...windows }: GrowingWaits,
  factor = 1,
): Promise<TimedUse> {
  const keys = waitKeys(key)
  const short = { ...windows.short, max: windows.short.max * factor }
  const long = { ...windows.long, max: windows.long.max * factor }
  const { rows } = await sql<Omit<TimedUse, 'isDue'>>`
    with short as (
      insert into attempts as a (key, count, window_ends_at, blocked_until)
      select ${keys.short}, 1, ${secondsFromNow(short.windowSeconds)}, ${secondsFromNow(waitsSeconds[0] ?? 0)}
      from ${withoutWaiting}
      where not exists (
        select from attempts where key = ${keys.long} and count >= ${long.max} and window_ends_at > clock_timestamp())
      on conflict (key) do update set
        count = ${countInWindow},
        window_ends_at = ${windowEnd},
        blocked_until = clock_timestamp() + make_interval(secs =>
          (${waitsSeconds}::float8[])[least(${countInWindow}, ${waitsSeconds.length})])
      where (a.blocked_until is null or a.blocked_until <= clock_timestamp())
        and (a.window_ends_at <= clock_timestamp() or a.count < ${short.max})
      returning count, window_ends_at, blocked_until
    ), long as (
      insert into attempts as a (key, count, window_ends_at)
      select ${keys.long}, 1, ${secondsFromNow(long.windowSeconds)} from short
      on conflict (key) do update set count = ${countInWindow}, window_ends_at = ${windowEnd}
      returning count, window_ends_at
    ), next as (
      select greatest(blocked_until,
        case when short.count >= ${short.max} then short.window_ends_at end,
        case when long.count >= ${long.max} then long.window_ends_at end) as next_at
      from short, long
    )
    select next_at, extract(epoch from next_at - clock_timestamp())::float8 as wait_seconds from next`.execute(
    db,
  )
  const [use] = rows
  return use ? { ...use, isDue: true } : nextUse(db, keys, { short: short.max, long: long.max })
}

async function nextUse(
  db: Db,
  { short, long }: { short: string; long: string },
  max: { short: number; long: number },
): Promise<TimedUse> {
  const { rows } = await sql<Omit<TimedUse, 'isDue'>>`
    with next as (
      select coalesce(max(greatest(blocked_until,
        case when count >= case key when ${short} then ${max.short}::int else ${max.long}::int end then window_ends_at end)),
        clock_timestamp()) as next_at
      from attempts where key in (${short}, ${long})
    )
    select next_at, extract(epoch from next_at - clock_timestamp())::float8 as wait_seconds from next`.execute(
    db,
  )
  const [next = { nextAt: new Date(), waitSeconds: 1 }] = rows
  return { ...next, isDue: false }
}

/** Subtracts a use that did not happen, and ends its wait. */
export async function returnUse(db: Db, key: string): Promise<void> {
  const { short, long } = waitKeys(key)
  // Locks the rows in the same order as `useOnceDue`.
  await sql`
    update attempts set count = greatest(count - 1, 0), blocked_until = null
    where key = any(array(
      select key from attempts where key in (${short}, ${long}) order by key = ${long} for update))`.execute(
    db,
  )
}

/** Returns the keys of the counters of the two windows. */
export function waitKeys(key: string): { short: string; long: string } {
  return { short: `${key}:short`, long: `${key}:long` }
}
