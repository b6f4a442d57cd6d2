/** Adds the order of the schools that wait for a decision: the longest wait first, overall and in one country. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index on schools (status, submitted_at, id)').execute(db)
}
