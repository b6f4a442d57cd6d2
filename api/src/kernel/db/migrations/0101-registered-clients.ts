/** Lets the command line register clients of OpenID Connect (docs/decisions/openid-connect.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // All three are null for clients of the platforms file, the only clients of the previous version.
  await sql`alter table platform_clients
    add column definition jsonb,
    add column secrets jsonb,
    add column disabled_at timestamptz`.execute(db)
}
