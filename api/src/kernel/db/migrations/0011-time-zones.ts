/** Adds the time zone of known browsers; messages show times in that zone. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table known_devices add column time_zone text check (length(time_zone) <= 64)`.execute(db)
}
