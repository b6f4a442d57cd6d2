/**
 * Records the last attempt of a lockout to the day. Lockouts are kept for 400 days after their last attempt; an update
 * at each attempt would move the row and change an index twice per sign-in.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop trigger note_touch on attempts`,
  `create trigger note_touch before update on attempts
    for each row when (new.window_ends_at is null and old.touched_at < now() - interval '1 day')
    execute function note_touch()`,
]
