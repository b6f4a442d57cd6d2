/** Creates the exports that users have made of their own data (docs/decisions/privacy.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table data_exports (
    user_id uuid primary key references users on delete cascade,
    id uuid not null default gen_random_uuid(),
    platform text not null,
    state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
    percent smallint not null default 0,
    tries smallint not null default 0,
    due_at timestamptz not null default clock_timestamp(),
    requested_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    html bytea,
    json bytea
  )`,
  `create index on data_exports (due_at) where state = 'waiting'`,
  `create index on data_exports (expires_at)`,
]
