/** Creates the skill portfolios of users, and the work, with its files, that platforms submit for users. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A user without a row has an empty, private portfolio.
  `create table skill_portfolios (
    user_id uuid primary key references users on delete cascade,
    is_public boolean not null default false,
    headline text,
    items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp()
  )`,

  `create table skill_submissions (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    client_id text not null references platform_clients,
    platform text not null,
    data jsonb not null check (jsonb_typeof(data) = 'object'),
    submitted_at timestamptz not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on skill_submissions (user_id, submitted_at desc, id)`,

  // A row exists before its file, so that every file can be deleted later. Nobody can read a file without a submission.
  `create table skill_attachments (
    id uuid primary key,
    submission_id uuid references skill_submissions on delete set null,
    file_name text not null,
    type text not null,
    ending text not null,
    bytes int not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on skill_attachments (submission_id, created_at, id) where submission_id is not null`,
  `create index on skill_attachments (created_at) where submission_id is null`,
]
