/** Adds the index by which verifiers read the history of a school from the audit trail. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

// Few events name a school, so the index is small. Building it holds up writers of events; on a large installation the
// operator creates the indexes of its partitions in advance (docs/operating.md).
const statement = `create index if not exists audit_events_of_school_idx on audit_events ((details ->> 'schoolId'), at)
  where (details ->> 'schoolId') is not null`
