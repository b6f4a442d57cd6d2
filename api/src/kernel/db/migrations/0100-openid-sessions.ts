/** Notes on sessions what a client of OpenID Connect may read (docs/decisions/openid-connect.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for every session that no client of OpenID Connect opened.
  await sql`alter table sessions add column scopes text[]`.execute(db)
}
