/** Adds the target client to messages, for back-channel logout; null for a message to a user. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table messages
    add column target text,
    drop constraint messages_medium_check,
    add constraint messages_medium_check check (medium in ('email', 'sms', 'back-channel'))`,
]
