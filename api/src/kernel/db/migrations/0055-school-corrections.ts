/** Adds what the users of a rejected school should correct, and the time since which a school waits for a decision. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The previous version adds and changes schools without these columns.
  `alter table schools
    add column parts_to_correct text[] not null default '{}',
    add column submitted_at timestamptz not null default clock_timestamp()`,
  // A waiting school may have been changed after an earlier decision, so the last change is the nearest known time.
  `update schools set submitted_at = case when status = 'unverified' then updated_at else created_at end`,
]
