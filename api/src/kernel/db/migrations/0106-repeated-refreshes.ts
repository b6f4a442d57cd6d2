/** Lets a refresh token be used again when its successor was lost (docs/decisions/tokens.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The previous version increases the counter and leaves both alone: they then name no current token.
  await sql`alter table sessions add column repeated_counter bigint, add column repeated_as bigint`.execute(
    db,
  )
}
