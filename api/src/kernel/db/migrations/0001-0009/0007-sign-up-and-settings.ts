/** Creates the sources of accounts, idempotent requests and user settings; adds the browser of a session. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The browser of existing sessions is unknown, so they count as opened in another browser.
  `alter table sessions add column browser_id bytea`,

  `create table sign_ups (
    user_id uuid primary key references users on delete cascade,
    platform text not null,
    source text not null,
    utm jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create index on sign_ups (created_at)`,

  `create table idempotency_keys (
    key bytea primary key,
    body_mac bytea not null,
    made_id uuid,
    claimed_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null
  )`,
  `create index on idempotency_keys (expires_at)`,

  `create table user_settings (
    user_id uuid primary key references users on delete cascade,
    timezone text not null check (length(timezone) <= 64),
    marketing_emails boolean not null,
    product_emails boolean not null,
    analytics_consent boolean not null,
    profile_visibility text not null check (profile_visibility in ('public', 'private')),
    updated_at timestamptz not null default clock_timestamp()
  )`,
]
