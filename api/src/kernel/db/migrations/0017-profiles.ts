/** Creates user profiles: the head with the username, the entries of all sections, and the block lists. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A user without a row has an empty profile. The first read writes the row, because it makes the username.
  `create table profiles (
    user_id uuid primary key references users on delete cascade,
    username text not null unique check (username = lower(username)),
    headline text,
    about text,
    date_of_birth text check (date_of_birth ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    country_id uuid references countries,
    state_id uuid,
    city text,
    url text,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    foreign key (country_id, state_id) references states (country_id, id),
    check (state_id is null or country_id is not null)
  )`,

  // One table for all sections, so that one statement reads a whole profile.
  `create table profile_items (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    section text not null,
    position int not null,
    data jsonb not null check (jsonb_typeof(data) = 'object'),
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp()
  )`,
  `create index profile_items_in_order on profile_items (user_id, section, position, id)`,

  // Stores the name and username at the time of the block, so that a profile hidden later reveals no change.
  `create table profile_blocks (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    blocked_user_id uuid references users on delete cascade,
    school_id uuid references schools on delete cascade,
    name text not null,
    username text,
    created_at timestamptz not null default clock_timestamp(),
    check (num_nonnulls(blocked_user_id, school_id) = 1),
    check (blocked_user_id <> user_id),
    unique (user_id, blocked_user_id),
    unique (user_id, school_id)
  )`,
  `create index on profile_blocks (blocked_user_id) where blocked_user_id is not null`,
  `create index on profile_blocks (school_id) where school_id is not null`,
]
