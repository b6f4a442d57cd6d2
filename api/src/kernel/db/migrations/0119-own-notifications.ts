/** Lets Foyer itself post notifications, which have no client of a platform. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The previous version names a client with each notification and never reads it.
  await sql`alter table notifications alter column client_id drop not null`.execute(db)
}
