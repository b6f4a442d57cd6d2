/**
 * Locks out callers who enter wrong passwords or codes: after some failed attempts the next one has to wait, and the
 * waits grow until the account is closed. Passwords and one-time codes count together, in the table attempts.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Recorded, recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import { limitName, withoutWaiting } from './rate-limit.ts'

/** After `failures` wrong passwords and codes the next attempt has to wait `waitSeconds`. */
export const lockoutSteps = [
  { failures: 5, waitSeconds: 30 },
  { failures: 10, waitSeconds: 300 },
  { failures: 20, waitSeconds: 900 },
  { failures: 50, waitSeconds: 3_600 },
] as const

/** The attempt with this number closes the account, until a password reset or the operator opens it again. */
export const attemptsUntilClosed = 100

export type Attempt = {
  /** The counter of the lockout (attempt-keys.ts). */
  key: string
  /** Other counters of this request that count failures only: a success takes this request off them. */
  counted: readonly string[]
  /** The user and caller that the audit trail names when the attempt is refused. */
  recorded: Omit<Recorded, 'event'>
}

/**
 * Checks a password or code under a lockout. `check` returns null for a wrong one. The attempt is counted before the
 * check, so that parallel requests cannot outrun the count. A success clears the lockout; an error in the check, such as
 * a full hashing queue, gives the attempt back. Throws `too-many-attempts` during a wait, and `account-locked` once the
 * account is closed, without calling `check`.
 */
export async function attempt<Checked>(
  db: Db,
  { key, counted, recorded }: Attempt,
  check: () => Promise<Checked | null>,
): Promise<Checked | null> {
  await countAttempt(db, key).catch(async (error) => {
    await recordEvent(db, { event: 'sign-in-locked', ...recorded })
    throw error
  })
  const checked = await check().catch(async (error) => {
    await giveBack(db, key)
    throw error
  })
  if (checked !== null) await clear(db, key, counted)
  return checked
}

async function countAttempt(db: Db, key: string): Promise<void> {
  const taken = await sql`
    insert into attempts as a (key, count, blocked_until) select ${key}, 1, null from ${withoutWaiting}
    on conflict (key) do update set
      count = a.count + 1,
      blocked_until = ${waitAfter(sql`a.count + 1`)}
    where a.blocked_until is null or a.blocked_until <= clock_timestamp()
    returning key`.execute(db)
  if (taken.rows.length > 0) return
  // Another request may have cleared the lockout since: then there is no row, and the account is not closed.
  const { rows } = await sql<{ isClosed: boolean; wait: number }>`
    select not isfinite(blocked_until) as is_closed,
      case when isfinite(blocked_until) then extract(epoch from blocked_until - clock_timestamp())::float end as wait
    from attempts where key = ${key} and blocked_until is not null`.execute(db)
  const [lockout] = rows
  const limit = limitName(key)
  if (lockout?.isClosed) throw new Failure('account-locked', { limit })
  throw new Failure('too-many-attempts', { waitSeconds: lockout?.wait ?? 1, limit })
}

function waitAfter(count: RawBuilder<unknown>): RawBuilder<unknown> {
  const steps = lockoutSteps
    .toReversed()
    .map(
      ({ failures, waitSeconds }) =>
        sql`when ${count} >= ${failures} then clock_timestamp() + make_interval(secs => ${waitSeconds})`,
    )
  return sql`case when ${count} >= ${attemptsUntilClosed} then 'infinity'::timestamptz ${sql.join(steps, sql` `)} end`
}

/** Takes back an attempt that was never checked, and the wait that it began. */
async function giveBack(db: Db, key: string): Promise<void> {
  await sql`update attempts set count = greatest(count - 1, 0), blocked_until = null where key = ${key}`.execute(
    db,
  )
}

async function clear(db: Db, key: string, counted: readonly string[]): Promise<void> {
  await sql`
    update attempts set
      count = case when key = ${key} then 0 else greatest(count - 1, 0) end,
      blocked_until = case when key = ${key} then null else blocked_until end
    from ${withoutWaiting} where key = any(${[key, ...counted]}::text[])`.execute(db)
}

/** A closed account, or one that has to wait until a time. */
export type Lockout = { isClosed: true } | { isClosed: false; until: Date }

/** Returns the longest lockout under these keys; null when there is none at present. */
export async function longestLockout(db: Db, keys: readonly string[]): Promise<Lockout | null> {
  const { rows } = await sql<{ isClosed: boolean; until: Date }>`
    select not isfinite(blocked_until) as is_closed, blocked_until as until from attempts
    where key = any(${[...keys]}::text[]) and blocked_until > clock_timestamp()
    order by blocked_until desc limit 1`.execute(db)
  const [lockout] = rows
  if (!lockout) return null
  return lockout.isClosed ? { isClosed: true } : { isClosed: false, until: lockout.until }
}
