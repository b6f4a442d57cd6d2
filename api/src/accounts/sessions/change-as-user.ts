/** Changes what belongs to a user, in the name of the user's session. */
import type { Kysely } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { Failure } from '../../failure.ts'
import { lockContacts } from '../users/users.ts'
import type { Caller } from './access-tokens.ts'
import { findOpenSession } from './sessions.ts'

/**
 * Runs a change in a transaction that holds the user's row: changes of one user wait for each other. The session is
 * looked up in it, because the owner of the mailbox may prove it at this moment, which ends a stranger's session and
 * removes what the stranger wrote. Throws `session-ended`.
 */
export function changeAsUser<T>(
  { db }: { db: Kysely<Tables> },
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  change: (trx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
    return change(trx)
  })
}
