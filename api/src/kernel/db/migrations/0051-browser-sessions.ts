/**
 * Creates browser sessions, to which the sessions of one browser point (docs/decisions/browser-sessions.md). The previous
 * version opens sessions without one during the update.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table browser_sessions (
    id uuid primary key default gen_random_uuid(),
    family bytea not null,
    hash bytea not null unique,
    is_shared boolean not null,
    used_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    idle_expires_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index on browser_sessions (family)`,
  // The job that deletes old rows reads this expression.
  `create index on browser_sessions (least(ended_at, expires_at))`,
  `alter table sessions add browser_session_id uuid references browser_sessions on delete set null`,
  `create index on sessions (browser_session_id) where browser_session_id is not null`,
]
