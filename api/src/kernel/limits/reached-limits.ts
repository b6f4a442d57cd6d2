/** Reads the counters of limits for operators, without counting an attempt. */
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { limitName, type Rule } from './rate-limit.ts'

export type ReachedLimit = {
  /** The part of the key before its HMAC: `login:address`. */
  limit: string
  until: Date
}

/** Returns the limits that refuse the next attempt, the one that lasts longest first. */
export async function reachedLimits(db: Db, rules: readonly Rule[], factor: number): Promise<ReachedLimit[]> {
  const { rows } = await sql<{ key: string; until: Date }>`
    select a.key, a.window_ends_at as until
    from attempts as a
    join unnest(${rules.map(({ key }) => key)}::text[], ${rules.map(({ max }) => max * factor)}::float8[])
      as rule (key, max) on a.key = rule.key
    where a.count >= rule.max and a.window_ends_at > clock_timestamp()
    order by a.window_ends_at desc`.execute(db)
  return rows.map(({ key, until }) => ({ limit: limitName(key), until }))
}
