/** Creates the requests of users to delete their account (docs/decisions/privacy.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table account_deletions (
    user_id uuid primary key references users on delete cascade,
    platform text not null,
    requested_at timestamptz not null,
    due_at timestamptz not null,
    reminded_at timestamptz,
    cancelled_at timestamptz
  )`,
  // The jobs look for requests whose time has come.
  `create index on account_deletions (due_at) where cancelled_at is null`,
  `create index on account_deletions (cancelled_at) where cancelled_at is not null`,
]
