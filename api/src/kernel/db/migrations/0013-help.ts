/** Creates the categories of help requests, and the requests. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table help_categories (
    id text primary key,
    position int not null,
    name text not null,
    about text not null
  )`,

  `create table help_requests (
    id uuid primary key default gen_random_uuid(),
    reference text not null unique,
    user_id uuid references users on delete cascade,
    platform text not null,
    category_id text not null,
    email_mac bytea not null,
    sealed bytea not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on help_requests (user_id) where user_id is not null`,
  `create index on help_requests (email_mac)`,
  `create index on help_requests (created_at)`,
]
