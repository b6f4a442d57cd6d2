/**
 * Counters of attempts, by the database's clock, so that they hold across restarts and processes. Owner of the table
 * attempts. Keys are HMACs: the table names nobody.
 */
import { guessesUntilClosed, guessLadder, type Window } from '@foyer/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { Failure } from './failure.ts'

export type Rule = Window & { key: string }

/** Counts one attempt under every key, in one statement; throws `too-many-attempts` with the longest wait. */
export async function countAttempt(db: Db, rules: readonly Rule[]): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await sql<{ key: string; count: number; wait: number }>`
    insert into attempts as a (key, count, window_ends_at)
    select key, 1, clock_timestamp() + make_interval(secs => seconds)
    from unnest(${rules.map((rule) => rule.key)}::text[], ${rules.map((rule) => rule.windowSeconds)}::int[])
      as given (key, seconds)
    order by key
    on conflict (key) do update set
      count = case when a.window_ends_at > clock_timestamp() then a.count + 1 else 1 end,
      window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end
    returning key, count, extract(epoch from window_ends_at - clock_timestamp())::float as wait`.execute(db)
  const exceeded = rows.filter((row) => row.count > (rules.find((rule) => rule.key === row.key)?.max ?? 0))
  if (exceeded.length > 0) {
    throw new Failure('too-many-attempts', {
      waitSeconds: Math.max(...exceeded.map((row) => row.wait)),
      limit: limitName(exceeded[0]?.key ?? ''),
    })
  }
}

/**
 * Takes one guess at a person's password or code, counted before the comparison so that any number at once cannot
 * outrun it. Throws `too-many-attempts` while the ladder holds the key, `account-locked` at its top.
 */
export async function takeGuess(db: Db, key: string): Promise<void> {
  const taken = await sql`
    insert into attempts as a (key, count, blocked_until) values (${key}, 1, null)
    on conflict (key) do update set
      count = a.count + 1,
      blocked_until = ${waitAfter(sql`a.count + 1`)}
    where a.blocked_until is null or a.blocked_until <= clock_timestamp()
    returning key`.execute(db)
  if (taken.rows.length > 0) return
  const { rows } = await sql<{ wait: number | null }>`
    select case when isfinite(blocked_until) then extract(epoch from blocked_until - clock_timestamp())::float end as wait
    from attempts where key = ${key}`.execute(db)
  const wait = rows[0]?.wait
  const limit = limitName(key)
  if (wait === null) throw new Failure('account-locked', { limit })
  throw new Failure('too-many-attempts', { waitSeconds: wait ?? 1, limit })
}

/** A guess nobody looked at does not count, and neither does the wait it began. */
export async function returnGuess(db: Db, key: string): Promise<void> {
  await sql`update attempts set count = greatest(count - 1, 0), blocked_until = null where key = ${key}`.execute(
    db,
  )
}

/** After a right password or code: the ladder starts anew. */
export async function forgiveGuesses(db: Db, key: string): Promise<void> {
  await sql`delete from attempts where key = ${key}`.execute(db)
}

function waitAfter(count: ReturnType<typeof sql>) {
  const steps = guessLadder
    .toReversed()
    .map(
      ({ failures, waitSeconds }) =>
        sql`when ${count} >= ${failures} then clock_timestamp() + make_interval(secs => ${waitSeconds})`,
    )
  return sql`case when ${count} >= ${guessesUntilClosed} then 'infinity'::timestamptz ${sql.join(steps, sql` `)} end`
}

/** What a key says before the part that tells one person or address from another: `login:address:…` → `login:address`. */
function limitName(key: string): string {
  return /^[a-z-]+(:[a-z-]+(?=:))*/.exec(key)?.[0] ?? 'other'
}
