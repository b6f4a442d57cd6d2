/** Creates the passkeys of users (docs/decisions/passkeys.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table passkeys (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    credential_id bytea not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    aaguid uuid not null,
    is_synced boolean not null,
    name text not null,
    created_at timestamptz not null default clock_timestamp(),
    last_used_at timestamptz
  )`,
  `create index on passkeys (user_id)`,
]
