/** Creates known browsers. Each has its own lockout, and its user gets no notice of a new browser. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_devices (
      browser_id bytea not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (browser_id, user_id)
    )`.execute(db)
  await sql`create index on known_devices (user_id)`.execute(db)
  await sql`create index on known_devices (expires_at)`.execute(db)
}
