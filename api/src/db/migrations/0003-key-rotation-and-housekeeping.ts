/** One next key at a time, retired keys without their private half, and what housekeeping finds its rows by. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create unique index one_next_signing_key on signing_keys (state) where state = 'next'`,
  `alter table signing_keys alter column private_jwk drop not null`,

  // Wrong guesses have no window that ends. The trigger leaves the counters of requests, which are many, alone.
  `alter table attempts add column touched_at timestamptz not null default now()`,
  `create function note_touch() returns trigger language plpgsql as $$
    begin new.touched_at := clock_timestamp(); return new; end $$`,
  `create trigger note_touch before update on attempts
    for each row when (new.window_ends_at is null) execute function note_touch()`,
  `create index on attempts (touched_at) where window_ends_at is null`,

  // A used value stays as long as the session that its use opened.
  `create index on secrets (expires_at) where issued_session_id is null`,
  `create index on secrets (issued_session_id) where issued_session_id is not null`,
  `create index on sessions (least(revoked_at, expires_at))`,
]
