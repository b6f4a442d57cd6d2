/**
 * Counts attempts by the database's clock, so that counts survive restarts and hold across processes. With lockout.ts the
 * owner of the table attempts. Keys are HMACs, so that the table names no user. Never call these functions in a
 * transaction: a count stays even if the request fails, and it does not wait for the disk (docs/decisions/limits.md).
 */
import type { ErrorCode } from '@foyer/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { ChallengeWindow, Window } from './request-limits.ts'

export type Rule = ChallengeWindow & {
  key: string
  /** 0 refuses as if one more were counted, and counts none. */
  weight?: 0 | 1
  /** Counts only a request that fails with this error code (conditional-count.ts). */
  only?: ErrorCode
}

export type Counted = {
  /** The level of the captcha challenge due for this attempt; 0 for none. */
  challengeLevel: number
  /** The keys whose window began with this attempt. */
  fresh: string[]
  /** The counts by key, this attempt included. */
  counts: ReadonlyMap<string, number>
}

/**
 * Counts one attempt under every key, in one statement; throws `too-many-attempts` with the longest wait. `factor`
 * multiplies what the rules allow.
 */
export async function countAttempts(db: Db, rules: readonly Rule[], factor = 1): Promise<Counted> {
  if (rules.length === 0) return { challengeLevel: 0, fresh: [], counts: new Map() }
  const { rows } = await sql<{ key: string; count: number; wait: number }>`
    insert into attempts as a (key, count, window_ends_at)
    select key, weight, clock_timestamp() + make_interval(secs => seconds)
    from ${withoutWaiting}, unnest(${rules.map((rule) => rule.key)}::text[],
      ${rules.map((rule) => rule.windowSeconds)}::int[],
      ${rules.map((rule) => rule.weight ?? 1)}::int[]) as given (key, seconds, weight)
    order by key
    on conflict (key) do update set
      count = case when a.window_ends_at > clock_timestamp() then a.count + excluded.count else excluded.count end,
      window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end
    returning key, count, extract(epoch from window_ends_at - clock_timestamp())::float as wait`.execute(db)
  const counts = new Map(rows.map((row) => [row.key, row.count]))
  const countOf = (rule: Rule) => counts.get(rule.key) ?? 0
  const attemptOf = (rule: Rule) => countOf(rule) + 1 - (rule.weight ?? 1)
  const exceeded = rules.filter((rule) => attemptOf(rule) > rule.max * factor)
  if (exceeded.length > 0) {
    const keys = new Set(exceeded.map((rule) => rule.key))
    const waits = rows.filter((row) => keys.has(row.key)).map((row) => row.wait)
    throw new Failure('too-many-attempts', {
      waitSeconds: Math.max(...waits),
      limit: limitName(exceeded[0]?.key ?? ''),
    })
  }
  return {
    // A steep rule with weight 0 takes the level of the next attempt, any other rule that of the counted ones.
    challengeLevel: Math.max(
      ...rules.map((rule) => levelOf(rule, rule.isSteep ? attemptOf(rule) : countOf(rule), factor)),
    ),
    fresh: rules.filter((rule) => rule.weight !== 0 && countOf(rule) === 1).map((rule) => rule.key),
    counts,
  }
}

/** Takes back the count of a request that turned out to be no attempt. */
export async function returnAttempts(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    update attempts set count = greatest(count - 1, 0)
    from ${withoutWaiting} where key = any(${[...keys]}::text[])`.execute(db)
}

/** Returns the level of the captcha challenge due for the next attempt, without counting one. */
export async function challengeLevelAt(db: Db, rules: readonly Rule[], factor: number): Promise<number> {
  const rows = await db
    .selectFrom('attempts')
    .select(['key', 'count'])
    .where('key', 'in', [...rules.map((rule) => rule.key), ''])
    .where('windowEndsAt', '>', sql<Date>`clock_timestamp()`)
    .execute()
  const counts = new Map(rows.map((row) => [row.key, row.count]))
  return Math.max(1, ...rules.map((rule) => levelOf(rule, (counts.get(rule.key) ?? 0) + 1, factor)))
}

/** An old phone solves this in a few seconds, so that many users behind one address never get a harder challenge. */
const highestLevelByDoubling = 4

/**
 * Returns 0 up to the free count and 1 above it, and one more each time that count has doubled. A steep rule returns 2
 * above the free count, and one more for each further attempt. A free count of 0 always returns 1.
 */
function levelOf({ freeCount, isSteep }: Rule, count: number, factor: number): number {
  if (freeCount === undefined || count <= freeCount * factor) return 0
  if (freeCount === 0) return 1
  if (isSteep) return 1 + Math.ceil(count - freeCount * factor)
  return Math.min(highestLevelByDoubling, 1 + Math.floor(Math.log2(count / (freeCount * factor))))
}

/** Waits after each turn, the last for all further ones, and a maximum of turns in two windows. */
export type Turns = { waitsSeconds: readonly number[]; short: Window; long: Window }
export type Turn = { isTaken: boolean; nextAt: Date; waitSeconds: number }

/** Takes a turn if one is due, and returns when the next one is. Of any number of parallel callers one gets the turn. */
export async function takeTurn(db: Db, key: string, turns: Turns, factor = 1): Promise<Turn> {
  const { short, long } = turnKeys(key)
  const max = { short: turns.short.max * factor, long: turns.long.max * factor }
  const { rows } = await sql<Omit<Turn, 'isTaken'>>`
    with short as (
      insert into attempts as a (key, count, window_ends_at, blocked_until)
      select ${short}, 1, ${secondsFromNow(turns.short.windowSeconds)}, ${secondsFromNow(turns.waitsSeconds[0] ?? 0)}
      from ${withoutWaiting}
      where not exists (select from attempts where key = ${long} and count >= ${max.long} and window_ends_at > clock_timestamp())
      on conflict (key) do update set
        count = ${countInWindow},
        window_ends_at = ${windowEnd},
        blocked_until = clock_timestamp() + make_interval(secs => (${[...turns.waitsSeconds]}::int[])[least(${countInWindow}, ${turns.waitsSeconds.length})])
      where (a.blocked_until is null or a.blocked_until <= clock_timestamp())
        and (a.window_ends_at <= clock_timestamp() or a.count < ${max.short})
      returning count, window_ends_at, blocked_until
    ), long as (
      insert into attempts as a (key, count, window_ends_at)
      select ${long}, 1, ${secondsFromNow(turns.long.windowSeconds)} from short
      on conflict (key) do update set count = ${countInWindow}, window_ends_at = ${windowEnd}
      returning count, window_ends_at
    ), next as (
      select greatest(short.blocked_until,
        case when short.count >= ${max.short} then short.window_ends_at end,
        case when long.count >= ${max.long} then long.window_ends_at end) as next_at from short, long
    )
    select next_at, extract(epoch from next_at - clock_timestamp())::float as wait_seconds from next`.execute(
    db,
  )
  const [taken] = rows
  return taken ? { ...taken, isTaken: true } : nextTurn(db, { short, long }, max)
}

async function nextTurn(
  db: Db,
  { short, long }: TurnKeys,
  max: { short: number; long: number },
): Promise<Turn> {
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
  await sql`update attempts set count = greatest(count - 1, 0), blocked_until = null where key in (${short}, ${long})`.execute(
    db,
  )
}

/** Deletes counters, lockouts and turns by key. */
export async function clearCounters(
  db: Db,
  { keys, turns }: { keys: readonly string[]; turns: readonly string[] },
): Promise<void> {
  const all = [...keys, ...turns.flatMap((key) => Object.values(turnKeys(key)))]
  await sql`delete from attempts where key = any(${all}::text[])`.execute(db)
}

/** Deletes the counters of sessions. No index finds these keys, so use it for rare operations only. */
export async function forgetSessionCounters(db: Db, sessionIds: readonly string[]): Promise<void> {
  const endings = sessionIds.map((id) => `%:session:${id}`)
  await sql`delete from attempts where key like any(${endings}::text[])`.execute(db)
}

type TurnKeys = { short: string; long: string }

function turnKeys(key: string): TurnKeys {
  return { short: `${key}:short`, long: `${key}:long` }
}

/** Counts on in the existing row `a`, or from 1 once its window has ended. */
const countInWindow = sql`(case when a.window_ends_at > clock_timestamp() then a.count + 1 else 1 end)`
const windowEnd = sql`(case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end)`

function secondsFromNow(seconds: number): RawBuilder<unknown> {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`
}

/** Returns the part of a key before its HMAC, which metrics may show: `login:address:…` → `login:address`. */
export function limitName(key: string): string {
  const parts = key.split(':')
  const end = parts.findIndex(
    (part, index) => !/^[a-z-]+$/.test(part) || (index > 0 && index === parts.length - 1),
  )
  return parts.slice(0, end < 0 ? parts.length : end).join(':') || 'other'
}

/** Lets the statement's own transaction commit without waiting for the disk. */
export const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true)) as lazily`

/** Failed attempts count for 400 days after the last one. */
const idleLockoutSeconds = 34_560_000

/**
 * Deletes up to `limit` counters whose window has ended, and as many lockouts without an attempt for more than a year; a
 * closed account stays closed. Skips locked rows until the next run. Uses `now()`, because Postgres does not search an
 * index for `clock_timestamp()`.
 */
export async function deleteOldAttempts(db: Db, limit: number): Promise<number> {
  const hasWaitEnded = sql`(blocked_until is null or blocked_until < now())`
  const { numAffectedRows } = await sql`
    delete from attempts where key = any(array(
      select key from (
        select key from attempts where window_ends_at < now() and ${hasWaitEnded}
        order by window_ends_at limit ${limit} for update skip locked) as counters
      union all
      select key from (
        select key from attempts where window_ends_at is null and ${hasWaitEnded}
          and touched_at < now() - make_interval(secs => ${idleLockoutSeconds})
        order by touched_at limit ${limit} for update skip locked) as lockouts))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
