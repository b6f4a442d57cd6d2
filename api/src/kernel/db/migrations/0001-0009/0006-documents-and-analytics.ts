/** Creates signup tracking, feature toggles, and the analytics events of the front end. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table signup_tracking (
    key bytea primary key,
    user_id uuid not null references users on delete cascade,
    data bytea not null,
    created_at timestamptz not null default now()
  )`,
  `create index on signup_tracking (user_id)`,

  `create table feature_toggles (
    id text primary key,
    value jsonb not null,
    updated_at timestamptz not null default now()
  )`,

  `create table analytics_devices (
    device_id bytea primary key,
    user_id uuid not null references users on delete cascade,
    identified_at timestamptz not null default now()
  )`,
  `create index on analytics_devices (user_id)`,
  `create index on analytics_devices (identified_at)`,

  `create table analytics_events (
    id bigint generated always as identity primary key,
    event_id uuid not null default gen_random_uuid(),
    kind text not null check (kind in ('identify', 'attribute', 'event')),
    name text not null,
    payload jsonb check ((payload is null) = (kind <> 'event')),
    sealed bytea check ((sealed is null) = (kind = 'event')),
    device_id bytea,
    user_id uuid references users on delete cascade,
    occurred_at timestamptz not null,
    received_at timestamptz not null default now(),
    expires_at timestamptz not null,
    forward_at timestamptz,
    forwarded_at timestamptz,
    tries int not null default 0
  )`,
  `create index on analytics_events (user_id) where user_id is not null`,
  `create index on analytics_events (expires_at)`,
  `create index on analytics_events (device_id, received_at) where user_id is null and device_id is not null`,
  `create index on analytics_events (forward_at, id) where forward_at is not null`,
]
