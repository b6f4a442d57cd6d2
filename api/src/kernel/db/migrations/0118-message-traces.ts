/** Keeps the trace of the request that queued a message, so that its delivery, by any copy, links to it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add traceparent text`.execute(db)
}
