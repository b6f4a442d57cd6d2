/**
 * Limits what is done for one key to a number of turns, with a wait after each that grows. With rate-limit.ts and
 * lockout.ts the owner of the table attempts; the rules of rate-limit.ts for transactions apply.
 */
import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/connect.ts'
import { statement } from '../db/statement.ts'
import type { Window } from './request-limits.ts'

/** Waits after each turn, the last for all further ones, and a maximum of turns in two windows. */
export type Turns = { waitsSeconds: readonly number[]; short: Window; long: Window }
export type Turn = {
  isTaken: boolean
  nextAt: Date
  waitSeconds: number
  /** The counter of a turn that is taken under one. */
  counter?: { count: number; wait: number } | undefined
}

/** A counter that a turn is counted under if it is taken; 0 counts none. */
export type TurnCounter = { key: string; windowSeconds: number; weight: 0 | 1 }

type Wanted = { key: string; turns: Turns; factor: number; counted?: TurnCounter | undefined }

/** Takes a turn if one is due, and returns when the next one is. Of any number of parallel callers one gets the turn. */
export async function takeTurn(
  db: Db,
  key: string,
  turns: Turns,
  { factor = 1, counted }: { factor?: number; counted?: TurnCounter | undefined } = {},
): Promise<Turn> {
  const wanted = { key, turns, factor, counted }
  return (await take(db, wanted)) ?? nextTurn(db, wanted)
}

type Row = { place: number; nextAt: number; waitSeconds: number; count: number | null; wait: number }

/** Returns null where no turn is due. */
const take = batched(takeTogether)

/** The first of several callers with one key gets the turn. Keys are sorted: no two statements wait for each other. */
async function takeTogether(db: Db, callers: readonly Wanted[]): Promise<(Turn | null)[]> {
  const firsts = new Map(callers.toReversed().map((caller) => [caller.key, caller]))
  const sorted = [...firsts.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  const keys = sorted.map(({ key }) => turnKeys(key))
  const counters = sorted.map(({ counted }) => counted)
  const rows = await statement<Row>(db)`
    with given as (
      select *, waits_text::float8[] as waits
      from unnest(${sorted.map((_, place) => place)}::int[], ${keys.map(({ short }) => short)}::text[],
        ${keys.map(({ long }) => long)}::text[], ${sorted.map(({ turns, factor }) => turns.short.max * factor)}::float8[],
        ${sorted.map(({ turns, factor }) => turns.long.max * factor)}::float8[],
        ${sorted.map(({ turns }) => turns.short.windowSeconds)}::float8[],
        ${sorted.map(({ turns }) => turns.long.windowSeconds)}::float8[],
        ${sorted.map(({ turns }) => `{${turns.waitsSeconds.join()}}`)}::text[],
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
        case when long.count >= long_max then long.window_ends_at end) as next_at) as next`
  const taken = new Map<Wanted, Turn>()
  /** The turns of each counter that come after the one at hand. */
  const later = new Map<string, number>()
  for (const { place, nextAt, waitSeconds, count, wait } of rows.sort(
    (one, other) => other.place - one.place,
  )) {
    const { counted } = sorted[place] as Wanted
    const following = later.get(counted?.key ?? '') ?? 0
    if (counted) later.set(counted.key, following + counted.weight)
    const counter = count === null ? undefined : { count: count - following, wait }
    taken.set(sorted[place] as Wanted, {
      isTaken: true,
      nextAt: new Date(nextAt * 1_000),
      waitSeconds,
      counter,
    })
  }
  return callers.map((caller) => taken.get(caller) ?? null)
}

async function nextTurn(db: Db, { key, turns, factor }: Wanted): Promise<Turn> {
  const { short, long } = turnKeys(key)
  const max = { short: turns.short.max * factor, long: turns.long.max * factor }
  const { rows } = await sql<Omit<Turn, 'isTaken'>>`
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
  return { ...next, isTaken: false }
}

/** Gives back a turn that was not used. */
export async function returnTurn(db: Db, key: string): Promise<void> {
  const { short, long } = turnKeys(key)
  // Locks the rows in the order in which a turn is taken.
  await sql`
    update attempts set count = greatest(count - 1, 0), blocked_until = null
    where key = any(array(
      select key from attempts where key in (${short}, ${long}) order by key = ${long} for update))`.execute(
    db,
  )
}

/** Returns the keys of the counters behind a turn. */
export function turnKeys(key: string): { short: string; long: string } {
  return { short: `${key}:short`, long: `${key}:long` }
}
