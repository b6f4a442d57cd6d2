/**
 * Creates the emails that users have added but not verified. They are not in `emails`, whose keys are unique: a claim
 * finds no account and blocks no other user. Several users may claim one address.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table email_claims (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    address text not null check (length(address) <= 254),
    key text not null,
    created_at timestamptz not null default clock_timestamp(),
    unique (user_id, key)
  )`,
  `create index on email_claims (key)`,
]
