/**
 * Locks out callers who enter wrong passwords or codes: after some failures the next attempt has to wait, and the waits
 * grow until the account is closed. Passwords and one-time codes share one counter in the table attempts.
 */
import { sql } from 'kysely'
import { type Recorded, recordEvent } from '../audit.ts'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/connect.ts'
import { withoutWaiting } from '../db/durability.ts'
import { Failure } from '../failure.ts'
import { type Counter, countersOfEach, countInWindow, waitOfWindow, windowEnd } from './counters.ts'
import { type Counted, decide, limitName, type Rule } from './rate-limit.ts'

/** After `failures` wrong passwords and codes, the next attempt has to wait `waitSeconds`. */
const lockoutSteps = [
  { failures: 5, waitSeconds: 30 },
  { failures: 10, waitSeconds: 300 },
  { failures: 20, waitSeconds: 900 },
  { failures: 50, waitSeconds: 3_600 },
] as const

/** This attempt closes the account until a password reset or the operator reopens it. */
const attemptsUntilClosed = 100

export type Attempt = {
  /** The key of the lockout's counter (user-limits.ts). */
  key: string
  /** Failure counters that have already counted this request; a success subtracts the request again. */
  counted: readonly string[]
  /** The user and caller in the audit event of a refused attempt. */
  recorded: Omit<Recorded, 'event'>
  /** Limits that count this attempt in addition to the lockout. `check` gets their counters and decides. */
  tries?: readonly Rule[]
  /** Rules that count a success, in the statement that clears the lockout. */
  successes?: readonly Rule[]
  /** Multiplies what the rules of `successes` allow. */
  factor?: number
}

/**
 * Checks the password or code; returns null for a wrong one. `tries` are the counters of `Attempt.tries`, in the same
 * order.
 */
type Check<Checked> = (tries: readonly Counter[]) => Promise<Checked | null>

/**
 * Checks a password or code under a lockout. `check` returns null for a wrong one. The attempt is counted before the
 * check, so that parallel requests cannot outrun the count. A success clears the lockout and is counted under `successes`;
 * an error in the check, such as a full hashing queue, gives the attempt back. Throws `too-many-attempts` during a wait,
 * and `account-locked` once the account is closed, without calling `check`. Throws `too-many-attempts` too after more
 * successes than their rules allow: the lockout is cleared then as well.
 */
export async function attempt<Checked>(
  db: Db,
  given: Attempt,
  check: Check<Checked>,
): Promise<{ checked: Checked; counts: Counted['counts'] } | null> {
  const { key, counted, recorded, tries = [], successes = [], factor = 1 } = given
  async function recordRefusal(cause: 'lockout' | 'sign-in-limit', error: unknown): Promise<never> {
    await recordEvent(db, { event: 'sign-in-locked', ...recorded, details: { ...recorded.details, cause } })
    throw error
  }
  const taken =
    (await takeAttempt(db, { key, tries })) ??
    (await refusalOf(db, key).catch((error) => recordRefusal('lockout', error)))
  const checked = await check(taken).catch(async (error) => {
    await giveBack(db, key)
    throw error
  })
  if (checked === null) return null
  const counters = await settle(db, { key, counted, successes })
  try {
    return { checked, counts: decide(successes, counters, factor).counts }
  } catch (error) {
    return recordRefusal('sign-in-limit', error)
  }
}

type Taken = Required<Pick<Attempt, 'key' | 'tries'>>

/**
 * Counts an attempt under its lockout and its other limits. Returns null without counting during a wait, and for a
 * closed account.
 */
const takeAttempt = batched(takeTogether)

/**
 * Counts several attempts as if they had come one after another. A second attempt on the same account gets a statement
 * of its own, because the first attempt may have begun a wait.
 */
async function takeTogether(db: Db, attempts: readonly Taken[]): Promise<(Counter[] | null)[]> {
  const isRepeated = new Set(attempts.map(({ key }) => key)).size < attempts.length
  return isRepeated && !db.isTransaction
    ? db.transaction().execute((trx) => takeInOrder(trx, attempts))
    : takeInOrder(db, attempts)
}

async function takeInOrder(db: Db, attempts: readonly Taken[]): Promise<(Counter[] | null)[]> {
  const counters: (Counter[] | null)[] = attempts.map(() => null)
  let left = [...attempts.keys()]
  while (left.length > 0) {
    const first = new Map<string, number>()
    const later: number[] = []
    for (const place of left) {
      const { key } = attempts[place] as Taken
      if (first.has(key)) later.push(place)
      else first.set(key, place)
    }
    const places = [...first.values()]
    const taken = await takeEach(
      db,
      places.map((place) => attempts[place] as Taken),
    )
    for (const [index, place] of places.entries()) counters[place] = taken[index] ?? null
    // Drops the later attempts on a refused key: its wait cannot have ended yet.
    left = later.filter((place) => counters[first.get((attempts[place] as Taken).key) as number])
  }
  return counters
}

/**
 * Counts one attempt under each key, and each further limit of the attempts that no lockout refused. Lockout rows are
 * locked first, in key order; their keys sort before those of the limits (features/otp/lockout.test.ts), so this is the key
 * order of all other statements.
 */
async function takeEach(db: Db, attempts: readonly Taken[]): Promise<(Counter[] | null)[]> {
  const tried = attempts.flatMap(({ key, tries }) => tries.map((rule) => ({ ...rule, lockout: key })))
  const { rows } = await sql<Counter & { key: string; isLockout: boolean }>`
    with taken as (
      insert into attempts as a (key, count)
      select key, 1 from ${withoutWaiting},
        unnest(${attempts.map(({ key }) => key)}::text[]) as given (key)
      order by key
      on conflict (key) do update set
        count = a.count + 1,
        blocked_until = case when a.count + 1 >= ${attemptsUntilClosed} then 'infinity'::timestamptz
          else clock_timestamp() + make_interval(secs => (select max(seconds)
            from unnest(${lockoutSteps.map(({ failures }) => failures)}::int[],
              ${lockoutSteps.map(({ waitSeconds }) => waitSeconds)}::int[]) as step (failures, seconds)
            where a.count + 1 >= step.failures)) end
      where a.blocked_until is null or a.blocked_until <= clock_timestamp()
      returning key
    ), tried as (
      insert into attempts as a (key, count, window_ends_at)
      select given.key, sum(weight), clock_timestamp() + make_interval(secs => max(seconds))
      from taken join unnest(${tried.map(({ lockout }) => lockout)}::text[], ${tried.map(({ key }) => key)}::text[],
        ${tried.map(({ weight = 1 }) => weight)}::int[], ${tried.map(({ windowSeconds }) => windowSeconds)}::int[])
        as given (lockout, key, weight, seconds) on taken.key = lockout
      group by given.key order by given.key
      on conflict (key) do update set
        count = ${countInWindow},
        window_ends_at = ${windowEnd}
      returning key, count, ${waitOfWindow}
    )
    select key, true as is_lockout, 0 as count, 0::float8 as wait from taken
    union all
    select key, false, count, wait from tried`.execute(db)
  const taken = new Set(rows.filter(({ isLockout }) => isLockout).map(({ key }) => key))
  const counted = attempts.map(({ key, tries }) => (taken.has(key) ? tries : []))
  const counters = countersOfEach(
    rows.filter(({ isLockout }) => !isLockout),
    counted,
  )
  return attempts.map(({ key }, place) => (taken.has(key) ? (counters[place] ?? []) : null))
}

/** Throws the error of the lockout that refused an attempt. */
async function refusalOf(db: Db, key: string): Promise<never> {
  // Another request may have cleared the lockout in the meantime; then no row exists, and the account is not closed.
  const { rows } = await sql<{ isClosed: boolean; wait: number }>`
    select not isfinite(blocked_until) as is_closed,
      case when isfinite(blocked_until) then extract(epoch from blocked_until - clock_timestamp())::float end as wait
    from attempts where key = ${key} and blocked_until is not null`.execute(db)
  const [lockout] = rows
  const limit = limitName(key)
  if (lockout?.isClosed) throw new Failure('account-locked', { limit })
  throw new Failure('too-many-attempts', { waitSeconds: lockout?.wait ?? 1, limit })
}

/** Subtracts an attempt that was never checked, and ends the wait that it began. */
async function giveBack(db: Db, key: string): Promise<void> {
  await sql`update attempts set count = greatest(count - 1, 0), blocked_until = null where key = ${key}`.execute(
    db,
  )
}

type Success = Required<Pick<Attempt, 'key' | 'counted' | 'successes'>>

/**
 * Clears the lockout after a success, subtracts the request from the failure counters, and counts it under `successes`.
 * Resolves to the counters of those rules, in their order.
 */
const settle = batched(settleTogether)

/**
 * The change of a counter: a positive number is added, a negative number is subtracted, and 0 clears a lockout. The number
 * says which, because an upsert sees only the columns of the table.
 */
type Change = { by: number; seconds: number }

/** Changes each counter once, in key order, so that two statements never deadlock. */
async function settleTogether(db: Db, all: readonly Success[]): Promise<Counter[][]> {
  const changes = new Map<string, Change>()
  function change(key: string, by: number, seconds = 0): void {
    const known = changes.get(key)
    if (known) known.by += by
    else changes.set(key, { by, seconds })
  }
  for (const { key, counted, successes } of all) {
    change(key, 0)
    for (const failure of counted) change(failure, -1)
    for (const rule of successes) change(rule.key, 1, rule.windowSeconds)
  }
  const given = [...changes]
  // If a counter was deleted in the meantime, the row is inserted again.
  const { rows } = await sql<Counter & { key: string }>`
    insert into attempts as a (key, count, window_ends_at)
    select key, change, case when change <> 0 then clock_timestamp() + make_interval(secs => seconds) end
    from ${withoutWaiting},
      unnest(${given.map(([key]) => key)}::text[], ${given.map(([, { by }]) => by)}::int[],
        ${given.map(([, { seconds }]) => seconds)}::int[]) as given (key, change, seconds)
    order by key
    on conflict (key) do update set
      count = case when excluded.count = 0 then 0
        when excluded.count < 0 then greatest(a.count + excluded.count, 0)
        else ${countInWindow} end,
      window_ends_at = case when excluded.count > 0 then ${windowEnd} else a.window_ends_at end,
      blocked_until = case when excluded.count = 0 then null else a.blocked_until end
    returning key, count, ${waitOfWindow}`.execute(db)
  return countersOfEach(
    rows,
    all.map(({ successes }) => successes.map(({ key }) => ({ key }))),
  )
}

/** A closed account, or a wait until a time. */
export type Lockout = { isClosed: true } | { isClosed: false; until: Date }

/** Returns the longest current lockout of these keys; null if there is none. */
export async function longestLockout(db: Db, keys: readonly string[]): Promise<Lockout | null> {
  const { rows } = await sql<{ isClosed: boolean; until: Date }>`
    select not isfinite(blocked_until) as is_closed, blocked_until as until from attempts
    where key = any(${[...keys]}::text[]) and blocked_until > clock_timestamp()
    order by blocked_until desc limit 1`.execute(db)
  const [lockout] = rows
  if (!lockout) return null
  return lockout.isClosed ? { isClosed: true } : { isClosed: false, until: lockout.until }
}
