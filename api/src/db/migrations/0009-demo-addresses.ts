/** An index of the addresses that development seeds: production looks for them whenever it starts. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index emails_demo on emails (user_id) where key like '%@foyer.test'`.execute(db)
}
