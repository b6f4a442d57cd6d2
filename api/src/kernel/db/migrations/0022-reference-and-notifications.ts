/** Creates the curated lists of reference data, and the notifications that platforms post to users. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Rows with a code come from the data; rows without a code were added by staff. A row that later data no longer has
  // is kept for the rows that refer to it, but is not listed.
  `create table reference_items (
    id uuid primary key default gen_random_uuid(),
    list text not null,
    code text,
    name text not null check (name <> '' and length(name) <= 200),
    name_key text not null,
    position int,
    details jsonb not null default '{}',
    is_listed boolean not null default true,
    created_at timestamptz not null default clock_timestamp(),
    unique (list, code)
  )`,
  `create unique index reference_items_added_key on reference_items (list, name_key) where code is null`,

  `create table notifications (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    platform text not null,
    client_id text not null references platform_clients,
    title text not null check (title <> ''),
    body text not null check (body <> ''),
    url text,
    opened_at timestamptz,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on notifications (user_id, created_at desc, id)`,
  `create index on notifications (created_at)`,
]
