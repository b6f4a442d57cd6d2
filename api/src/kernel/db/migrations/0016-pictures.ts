/** Creates the stored pictures. A row exists before its file, so that every file can be deleted later. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table pictures (
    id uuid primary key,
    user_id uuid references users on delete set null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on pictures (user_id) where user_id is not null`,
  `create index on pictures (created_at) where user_id is null`,
]
