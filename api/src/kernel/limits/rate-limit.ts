/**
 * Counts attempts by the database's clock, so that counts survive restarts and apply across processes. Only this file,
 * lockout.ts and growing-waits.ts write the table attempts. Keys are HMACs, so that the table names no user. Never call
 * these functions in a transaction: a count must remain if the request fails, and its commit does not wait for the disk
 * (docs/decisions/limits.md).
 */
import type { ErrorCode } from '@foyer/contract/errors'
import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/connect.ts'
import { withoutWaiting } from '../db/durability.ts'
import { Failure } from '../failure.ts'
import { type Counter, countersOfEach, countInWindow, waitOfWindow, windowEnd } from './counters.ts'
import { waitKeys } from './growing-waits.ts'
import type { ChallengeWindow } from './request-limits.ts'

export type Rule = ChallengeWindow & {
  key: string
  /** 0 decides as if the attempt were counted, but does not count it. */
  weight?: 0 | 1
  /** Counts only requests that fail with this error code (conditional-count.ts). */
  only?: ErrorCode
}

export type Counted = {
  /** The captcha level that this attempt requires; 0 for none. */
  challengeLevel: number
  /** The keys whose window began with this attempt. */
  fresh: string[]
  /** The counts by key, including this attempt. */
  counts: ReadonlyMap<string, number>
}

/**
 * Counts one attempt under every key; throws `too-many-attempts` with the longest wait. `factor` multiplies the limits.
 * Simultaneous requests are counted in one statement.
 */
export async function countAttempts(db: Db, rules: readonly Rule[], factor = 1): Promise<Counted> {
  if (rules.length === 0) return { challengeLevel: 0, fresh: [], counts: new Map() }
  return decide(rules, await count(db, rules), factor)
}

/** Returns the counters of one request, in the order of its rules. */
const count = batched(countTogether)

/**
 * Counts the attempts of several requests, with one sum per key, and returns the counters of each request as if the
 * requests had come one after another. Every statement locks rows in the database's key order, so that two statements
 * never deadlock.
 */
async function countTogether(db: Db, requests: readonly (readonly Rule[])[]): Promise<Counter[][]> {
  const sums = new Map<string, { seconds: number; weight: number }>()
  for (const { key, windowSeconds, weight = 1 } of requests.flat()) {
    const sum = sums.get(key)
    if (sum) sum.weight += weight
    else sums.set(key, { seconds: windowSeconds, weight })
  }
  const given = [...sums]
  const { rows } = await sql<Counter & { key: string }>`
    insert into attempts as a (key, count, window_ends_at)
    select key, weight, clock_timestamp() + make_interval(secs => seconds)
    from ${withoutWaiting},
      unnest(${given.map(([key]) => key)}::text[], ${given.map(([, { seconds }]) => seconds)}::int[],
        ${given.map(([, { weight }]) => weight)}::int[]) as given (key, seconds, weight)
    order by key
    on conflict (key) do update set
      count = ${countInWindow},
      window_ends_at = ${windowEnd}
    returning key, count, ${waitOfWindow}`.execute(db)
  return countersOfEach(rows, requests)
}

/** Decides on a request by its counters, in the order of the rules; throws `too-many-attempts`. */
export function decide(rules: readonly Rule[], counters: readonly Counter[], factor: number): Counted {
  let waitSeconds = Number.NEGATIVE_INFINITY
  let exceeded: string | undefined
  let challengeLevel = 0
  const fresh: string[] = []
  const counts = new Map<string, number>()
  for (const [index, rule] of rules.entries()) {
    const { count: counted, wait } = counters[index] as Counter
    const attempt = counted + 1 - (rule.weight ?? 1)
    counts.set(rule.key, counted)
    if (attempt > rule.max * factor) {
      exceeded ??= rule.key
      waitSeconds = Math.max(waitSeconds, wait)
    }
    // A steep rule with weight 0 uses the level of the next attempt; any other rule uses the level of the counted
    // attempts.
    challengeLevel = Math.max(challengeLevel, levelOf(rule, rule.isSteep ? attempt : counted, factor))
    if (rule.weight !== 0 && counted === 1) fresh.push(rule.key)
  }
  if (exceeded !== undefined)
    throw new Failure('too-many-attempts', { waitSeconds, limit: limitName(exceeded) })
  return { challengeLevel, fresh, counts }
}

/** Subtracts the count of a request that turned out not to be an attempt. */
export async function returnAttempts(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    update attempts set count = greatest(count - 1, 0)
    from ${withoutWaiting} where key = any(${lockedInOrder(keys)})`.execute(db)
}

/** Returns the captcha level that the next attempt requires, without counting an attempt. */
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

/**
 * An old phone solves this level in a few seconds. Doubling stops here, so that many users behind one address never get
 * a harder challenge.
 */
const highestLevelByDoubling = 4

/**
 * Returns 0 up to the free count, 1 above it, and 1 more each time the count doubles. A steep rule returns 2 above the
 * free count, and 1 more for each further attempt. A free count of 0 always returns 1.
 */
function levelOf({ freeCount, isSteep }: Rule, count: number, factor: number): number {
  if (freeCount === undefined || count <= freeCount * factor) return 0
  if (freeCount === 0) return 1
  if (isSteep) return 1 + Math.ceil(count - freeCount * factor)
  return Math.min(highestLevelByDoubling, 1 + Math.floor(Math.log2(count / (freeCount * factor))))
}

/** Deletes counters, lockouts and growing waits by key. */
export async function clearCounters(
  db: Db,
  { keys, waits }: { keys: readonly string[]; waits: readonly string[] },
): Promise<void> {
  const pairs = waits.map(waitKeys)
  const clear = (cleared: readonly string[]) =>
    sql`delete from attempts where key = any(${lockedInOrder(cleared)})`.execute(db)
  // The same lock order as `useOnceDue`, so that the two never deadlock.
  await clear([...keys, ...pairs.map(({ short }) => short)])
  await clear(pairs.map(({ long }) => long))
}

/** Deletes the counters of sessions. No index finds these keys, so use it only for rare operations. */
export async function forgetSessionCounters(db: Db, sessionIds: readonly string[]): Promise<void> {
  const endings = sessionIds.map((id) => `%:session:${id}`)
  await sql`
    delete from attempts where key = any(array(
      select key from attempts where key like any(${endings}::text[]) order by key for update))`.execute(db)
}

/**
 * Selects those of the keys that have a row, and locks the rows in key order, like the counting statements. Without
 * this, an update or deletion locks rows in any order, and two statements can deadlock.
 */
function lockedInOrder(keys: readonly string[]) {
  return sql`array(select key from attempts where key = any(${[...keys]}::text[]) order by key for update)`
}

/** Returns the part of a key before its HMAC, which metrics may show: `login:address:…` → `login:address`. */
export function limitName(key: string): string {
  const parts = key.split(':')
  const end = parts.findIndex(
    (part, index) => !/^[a-z-]+$/.test(part) || (index > 0 && index === parts.length - 1),
  )
  return parts.slice(0, end < 0 ? parts.length : end).join(':') || 'other'
}

/** Failed attempts count for 400 days after the last one. */
const idleLockoutSeconds = 34_560_000

/**
 * Deletes up to `limit` counters whose window has ended, and up to `limit` lockouts without an attempt for 400 days; a
 * closed account stays closed. Skips locked rows until the next run. Uses `now()`, because Postgres uses no index for
 * `clock_timestamp()`.
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
