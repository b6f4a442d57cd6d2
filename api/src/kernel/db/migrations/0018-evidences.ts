/** Creates the evidences of profiles, and lets a user remove a picture permanently. A row exists before its file. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Without this column, the next sign-in with a provider would restore a picture that the user removed.
  `alter table users add picture_removed_at timestamptz`,

  // A row without an entry represents a file that a job will delete.
  `create table evidences (
    id uuid primary key,
    user_id uuid references users on delete set null,
    item_id uuid references profile_items on delete set null,
    ending text not null check (ending in ('webp', 'pdf')),
    size int not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on evidences (item_id) where item_id is not null`,
  `create index on evidences (user_id) where user_id is not null`,
  `create index on evidences (created_at) where item_id is null`,
]
