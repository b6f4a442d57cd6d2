/**
 * Limits the uses of one key, such as the codes sent to a contact: after each use the wait grows. With rate-limit.ts and
 * lockout.ts the owner of the table attempts; the rules of rate-limit.ts for transactions apply.
 */
import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/connect.ts'
import type { Window } from './request-limits.ts'

/** Waits after each use, the last wait for all further uses, and a maximum of uses in two windows. */
export type GrowingWaits = { waitsSeconds: readonly number[]; short: Window; long: Window }
export type TimedUse = {
  isDue: boolean
  nextAt: Date
  waitSeconds: number
  /** The state of the other counter (`UseCounter`), this use included; only for a use that was due. */
  counter?: { count: number; wait: number } | undefined
}

/** Another counter that counts the use if it was due; weight 0 reads the counter only. */
export type UseCounter = { key: string; windowSeconds: number; weight: 0 | 1 }

type Wanted = { key: string; limits: GrowingWaits; factor: number; counted?: UseCounter | undefined }

/** Counts a use if it is due, and returns when the next use is due. Of parallel callers with one key, one use is due. */
export async function useOnceDue(
  db: Db,
  key: string,
  limits: GrowingWaits,
  { factor = 1, counted }: { factor?: number; counted?: UseCounter | undefined } = {},
): Promise<TimedUse> {
  const wanted = { key, limits, factor, counted }
  return (await take(db, wanted)) ?? nextUse(db, wanted)
}

type Row = { place: number; nextAt: number; waitSeconds: number; count: number | null; wait: number }

/** Returns null for a use that is not due. */
const take = batched(takeTogether)

/** Of several callers with one key, the first one's use is due. Keys are sorted: no two statements wait for each other. */
async function takeTogether(db: Db, callers: readonly Wanted[]): Promise<(TimedUse | null)[]> {
  const firsts = new Map(callers.toReversed().map((caller) => [caller.key, caller]))
  const sorted = [...firsts.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  const keys = sorted.map(({ key }) => waitKeys(key))
  const counters = sorted.map(({ counted }) => counted)
  const { rows } = await sql<Row>`
    with given as (
      select *, waits_text::float8[] as waits
      from unnest(${sorted.map((_, place) => place)}::int[], ${keys.map(({ short }) => short)}::text[],
        ${keys.map(({ long }) => long)}::text[], ${sorted.map(({ limits, factor }) => limits.short.max * factor)}::float8[],
        ${sorted.map(({ limits, factor }) => limits.long.max * factor)}::float8[],
        ${sorted.map(({ limits }) => limits.short.windowSeconds)}::float8[],
        ${sorted.map(({ limits }) => limits.long.windowSeconds)}::float8[],
        ${sorted.map(({ limits }) => `{${limits.waitsSeconds.join()}}`)}::text[],
        ${counters.map((counted) => counted?.key ?? null)}::text[], ${counters.map((counted) => counted?.weight ?? 0)}::int[],
        ${counters.map((counted) => counted?.windowSeconds ?? 0)}::float8[])
        as given (place, short_key, long_key, short_max, long_max, short_seconds, long_seconds, waits_text, counter_key,
          weight, counter_seconds)
    ), short as (
      insert into attempts as a (key, count, window_ends_at, blocked_until)
      select short_key, 1, clock_timestamp() + make_interval(secs => short_seconds),
        clock_timestamp() + make_interval(secs => waits[1])
      from (select set_config('synchronous_commit', 'off', true)) as lazily, given
      where not exists (select from attempts
        where key = long_key and count >= long_max and window_ends_at > clock_timestamp())
      order by short_key
      on conflict (key) do update set
        count = case when a.window_ends_at > clock_timestamp() then a.count + 1 else 1 end,
        window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end,
        blocked_until = clock_timestamp() + make_interval(secs => (
          select waits[least(case when a.window_ends_at > clock_timestamp() then a.count + 1 else 1 end, cardinality(waits))]
          from given where short_key = a.key))
      where (a.blocked_until is null or a.blocked_until <= clock_timestamp())
        and (a.window_ends_at <= clock_timestamp() or a.count < (select short_max from given where short_key = a.key))
      returning key, count, window_ends_at, blocked_until
    ), long as (
      insert into attempts as a (key, count, window_ends_at)
      select long_key, 1, clock_timestamp() + make_interval(secs => long_seconds)
      from given join short on short.key = short_key order by long_key
      on conflict (key) do update set
        count = case when a.window_ends_at > clock_timestamp() then a.count + 1 else 1 end,
        window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end
      returning key, count, window_ends_at
    ), counter as (
      insert into attempts as a (key, count, window_ends_at)
      select counter_key, sum(weight), clock_timestamp() + make_interval(secs => max(counter_seconds))
      from given join short on short.key = short_key where counter_key is not null group by counter_key order by counter_key
      on conflict (key) do update set
        count = case when a.window_ends_at > clock_timestamp() then a.count + excluded.count else excluded.count end,
        window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end
      returning key, count, window_ends_at
    )
    select place, extract(epoch from next_at)::float8 as next_at,
      extract(epoch from next_at - clock_timestamp())::float8 as wait_seconds,
      counter.count, extract(epoch from counter.window_ends_at - clock_timestamp())::float8 as wait
    from given join short on short.key = short_key join long on long.key = long_key
      left join counter on counter.key = counter_key,
      lateral (select greatest(short.blocked_until,
        case when short.count >= short_max then short.window_ends_at end,
        case when long.count >= long_max then long.window_ends_at end) as next_at) as next`.execute(db)
  const taken = new Map<Wanted, TimedUse>()
  /** The uses under each other counter that come after the use of this row. */
  const later = new Map<string, number>()
  for (const { place, nextAt, waitSeconds, count, wait } of rows.sort(
    (one, other) => other.place - one.place,
  )) {
    const { counted } = sorted[place] as Wanted
    const following = later.get(counted?.key ?? '') ?? 0
    if (counted) later.set(counted.key, following + counted.weight)
    const counter = count === null ? undefined : { count: count - following, wait }
    taken.set(sorted[place] as Wanted, {
      isDue: true,
      nextAt: new Date(nextAt * 1_000),
      waitSeconds,
      counter,
    })
  }
  return callers.map((caller) => taken.get(caller) ?? null)
}

async function nextUse(db: Db, { key, limits, factor }: Wanted): Promise<TimedUse> {
  const { short, long } = waitKeys(key)
  const max = { short: limits.short.max * factor, long: limits.long.max * factor }
  const { rows } = await sql<Omit<TimedUse, 'isDue'>>`
    with next as (
      select coalesce(max(greatest(blocked_until,
        case when count >= case key when ${short} then ${max.short}::int else ${max.long}::int end then window_ends_at end)),
        clock_timestamp()) as next_at
      from attempts where key in (${short}, ${long})
    )
    select next_at, extract(epoch from next_at - clock_timestamp())::float as wait_seconds from next`.execute(
    db,
  )
  const [next = { nextAt: new Date(), waitSeconds: 1 }] = rows
  return { ...next, isDue: false }
}

/** Takes back a use that did not happen, and its wait. */
export async function returnUse(db: Db, key: string): Promise<void> {
  const { short, long } = waitKeys(key)
  // Locks the rows in the order in which `useOnceDue` locks them.
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
