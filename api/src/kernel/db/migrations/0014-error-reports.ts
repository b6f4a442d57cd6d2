/** Creates the error reports of pages: one row for equal errors, with their count. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table error_reports (
    id uuid primary key default gen_random_uuid(),
    fingerprint bytea not null unique,
    kind text not null,
    message text not null,
    frames jsonb not null,
    page text not null,
    build text not null,
    count int not null default 1,
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    forward_at timestamptz,
    tries int not null default 0
  )`,
  `create index on error_reports (last_seen_at)`,
  `create index on error_reports (forward_at) where forward_at is not null`,
]
