/** Locks a school in the name of one of its users. */
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { findSchool, lockSchool, type SchoolRow } from '../schools/school.queries.ts'

/**
 * Locks a school of the caller, so that changes of its people run one after another. Reads the access again after the wait
 * for the lock, because another user may have removed the caller meanwhile. Throws `not-found`.
 */
export async function lockOwnSchool(trx: Db, id: string, { userId }: Caller): Promise<SchoolRow> {
  await lockSchool(trx, id, { userId })
  return findSchool(trx, id, { userId })
}
