/** Notes on a session whether the user still has to say if a sign-in in a new browser was theirs. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The previous version opens sessions without the column, and asks about none of them.
  `alter table sessions add column asks_owner boolean not null default false`,
  `create index on sessions (user_id) where asks_owner`,
]
