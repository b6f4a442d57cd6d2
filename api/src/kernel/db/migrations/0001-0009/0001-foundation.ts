/** Creates users and their credentials, sessions, one-time tokens, keys, clients, counters and the audit trail. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table users (
    id uuid primary key default gen_random_uuid(),
    first_name text not null,
    last_name text,
    picture_url text,
    disabled_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,

  `create table emails (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    address text not null check (length(address) <= 254),
    key text not null unique,
    is_primary boolean not null default false,
    provenance text not null check (provenance in ('self_unverified', 'verified', 'invited')),
    verified_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index on emails (user_id)`,
  `create unique index on emails (user_id) where is_primary`,

  `create table phones (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    number text not null unique check (number ~ '^\\+[0-9]{6,15}$'),
    is_primary boolean not null default false,
    provenance text not null check (provenance in ('self_unverified', 'verified', 'invited')),
    verified_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index on phones (user_id)`,
  `create unique index on phones (user_id) where is_primary`,

  `create table memberships (
    user_id uuid not null references users on delete cascade,
    platform text not null,
    provenance text not null check (provenance in ('sign_up', 'invited', 'administrator')),
    created_at timestamptz not null default now(),
    primary key (user_id, platform)
  )`,

  `create table credentials (
    user_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('password')),
    hash text not null,
    provenance text not null check (provenance in ('self_unverified', 'verified', 'invited')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (user_id, kind)
  )`,

  `create table identities (
    provider text not null,
    subject text not null,
    user_id uuid not null references users on delete cascade,
    email text,
    created_at timestamptz not null default now(),
    primary key (provider, subject)
  )`,
  `create index on identities (user_id)`,

  `create table platform_clients (
    id text primary key,
    platform text not null,
    secret_sha256 text not null,
    created_at timestamptz not null default now(),
    removed_at timestamptz
  )`,

  `create table sessions (
    id uuid primary key default gen_random_uuid(),
    parent_id uuid references sessions on delete cascade,
    user_id uuid not null references users on delete cascade,
    client_id text references platform_clients,
    platform text not null,
    device_id bytea,
    counter bigint not null default 0,
    rotated_at timestamptz,
    auth_time timestamptz not null default now(),
    amr text[] not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    idle_seconds integer not null,
    idle_expires_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    revoked_reason text
  )`,
  `create index on sessions (user_id) where revoked_at is null`,
  `create index on sessions (parent_id) where parent_id is not null`,
  `create index on sessions (expires_at)`,

  `create table secrets (
    id uuid primary key default gen_random_uuid(),
    purpose text not null,
    hash bytea not null unique,
    user_id uuid references users on delete cascade,
    session_id uuid references sessions on delete cascade,
    details jsonb not null default '{}',
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    issued_session_id uuid references sessions on delete set null
  )`,
  `create index on secrets (expires_at)`,
  `create index on secrets (user_id, purpose)`,
  `create index on secrets (session_id)`,

  `create table signing_keys (
    kid text primary key,
    state text not null check (state in ('next', 'active', 'retired')),
    public_jwk jsonb not null,
    private_jwk bytea not null,
    created_at timestamptz not null default now(),
    activated_at timestamptz,
    retired_at timestamptz
  )`,
  `create unique index one_active_signing_key on signing_keys (state) where state = 'active'`,

  // Not unlogged: a crash of the database would empty the counters.
  `create table attempts (
    key text primary key,
    count integer not null,
    window_ends_at timestamptz,
    blocked_until timestamptz
  ) with (fillfactor = 70)`,
  `create index on attempts (window_ends_at)`,

  `create table audit_events (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    event text not null,
    user_id uuid,
    session_id uuid,
    platform text,
    client_id text,
    address bytea,
    device_id bytea,
    request_id text,
    details jsonb not null default '{}'
  )`,
  `create index on audit_events (user_id, at)`,
  `create index on audit_events (event, at)`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception 'audit_events is append-only'; end $$`,
  `create trigger append_only before update or delete or truncate on audit_events
    for each statement execute function refuse_change()`,

  `create table messages (
    id uuid primary key default gen_random_uuid(),
    medium text not null check (medium in ('email', 'sms')),
    template text not null,
    payload bytea not null,
    created_at timestamptz not null default now()
  )`,
  `create index on messages (created_at)`,
]
