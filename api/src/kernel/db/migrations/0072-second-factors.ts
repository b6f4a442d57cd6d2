/** Creates second factors, and notes on sessions how many factors opened them (docs/decisions/second-factor.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table totp_factors (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    name text not null,
    secret bytea not null,
    last_step bigint not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz,
    last_used_at timestamptz
  )`,
  `create index on totp_factors (user_id)`,
  `create index on totp_factors (created_at) where confirmed_at is null`,
  `create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    mac bytea not null,
    created_at timestamptz not null default clock_timestamp(),
    used_at timestamptz,
    primary key (user_id, mac)
  )`,
  `create table assurance_enrolments (
    user_id uuid not null references users on delete cascade,
    platform text not null,
    began_at timestamptz not null default clock_timestamp(),
    primary key (user_id, platform)
  )`,
  // Sessions of the previous version have no value: their methods tell it.
  `alter table sessions add column acr smallint check (acr in (1, 2))`,
  `alter table known_browsers add column second_factor_at timestamptz`,
]
