/**
 * Keeps updated challenge rows on their pages (HOT): reserves space, and indexes no column that an attempt, a use or a
 * newer code changes. Challenges live for 10 minutes, so an index on all of them is small.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table otp_challenges set (fillfactor = 70)`,
  `create index otp_challenges_flow_idx on otp_challenges (subject, purpose)`,
  `drop index otp_challenges_subject_purpose_idx`,
]
