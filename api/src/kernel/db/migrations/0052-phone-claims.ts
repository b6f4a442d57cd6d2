/**
 * Creates the phone numbers that users have added but not verified. They are not in `phones`, whose numbers are unique: a
 * claim finds no account and blocks no other user. Several users may claim one number.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table phone_claims (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    number text not null check (length(number) <= 16),
    created_at timestamptz not null default clock_timestamp(),
    unique (user_id, number)
  )`,
  `create index on phone_claims (number)`,
]
