/** Creates the reference data of countries and states, the schools, and the users who may reach each school. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The loaded version of each list, so that a start without changes reads one row per list.
  `create table reference_lists (
    name text primary key,
    version text not null,
    loaded_at timestamptz not null default clock_timestamp()
  )`,

  // A row that later data no longer has is kept for the schools that refer to it, but is not listed.
  `create table countries (
    id uuid primary key default gen_random_uuid(),
    iso2 text not null unique check (iso2 ~ '^[A-Z]{2}$'),
    iso3 text not null check (iso3 ~ '^[A-Z]{3}$'),
    name text not null,
    dialling_code text,
    flag text not null,
    is_listed boolean not null default true
  )`,
  `create table states (
    id uuid primary key default gen_random_uuid(),
    country_id uuid not null references countries,
    code text not null,
    name text not null,
    is_listed boolean not null default true,
    unique (country_id, code),
    unique (country_id, id)
  )`,

  `create table schools (
    id uuid primary key default gen_random_uuid(),
    name text not null check (name <> '' and length(name) <= 200),
    type text not null,
    country_id uuid not null references countries,
    state_id uuid,
    contact_first_name text not null,
    contact_last_name text,
    status text not null default 'unverified' check (status in ('unverified', 'verified', 'rejected')),
    founder_id uuid references users on delete set null,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    foreign key (country_id, state_id) references states (country_id, id)
  )`,
  // A founder who repeats the form without the first request's idempotency key gets the same school.
  `create unique index schools_founder_key on schools (founder_id, lower(name), country_id, state_id) nulls not distinct
    where founder_id is not null and status <> 'rejected'`,

  `create table school_access (
    school_id uuid not null references schools on delete cascade,
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null default clock_timestamp(),
    primary key (school_id, user_id)
  )`,
  `create index on school_access (user_id)`,
]
