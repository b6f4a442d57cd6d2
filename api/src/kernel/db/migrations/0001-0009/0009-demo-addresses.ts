/** Adds an index of demo emails, because production searches for them at each start. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index emails_demo on emails (user_id) where key like '%@foyer.test'`.execute(db)
}
