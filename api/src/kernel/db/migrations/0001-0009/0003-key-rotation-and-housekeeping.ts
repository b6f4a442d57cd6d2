/** Allows one next key at a time, and retired keys without a private half; adds indexes for the background jobs. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create unique index one_next_signing_key on signing_keys (state) where state = 'next'`,
  `alter table signing_keys alter column private_jwk drop not null`,

  // Lockouts have no window end. The trigger skips the many request counters, which have one.
  `alter table attempts add column touched_at timestamptz not null default now()`,
  `create function note_touch() returns trigger language plpgsql as $$
    begin new.touched_at := clock_timestamp(); return new; end $$`,
  `create trigger note_touch before update on attempts
    for each row when (new.window_ends_at is null) execute function note_touch()`,
  `create index on attempts (touched_at) where window_ends_at is null`,

  // A used token is kept as long as the session that it opened.
  `create index on secrets (expires_at) where issued_session_id is null`,
  `create index on secrets (issued_session_id) where issued_session_id is not null`,
  `create index on sessions (least(revoked_at, expires_at))`,
]
