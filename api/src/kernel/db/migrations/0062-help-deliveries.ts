/** Adds the mail to support of a help request, whose delivery the user sees. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The previous version adds requests without this column.
  await sql.raw('alter table help_requests add column message_id uuid').execute(db)
}
