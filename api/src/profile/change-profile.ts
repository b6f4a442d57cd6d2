/** Changes something of a user's own profile. */
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { findOpenSession } from '../accounts/sessions/sessions.ts'
import { lockContacts } from '../accounts/users/users.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'

/**
 * Runs a change in a transaction that holds the user's row: changes of one profile wait for each other. The session is
 * looked up in it, because the owner of the mailbox may prove it at this moment, which ends a stranger's session and
 * removes what the stranger wrote.
 */
export function changeProfile<T>(
  { db }: Pick<Services, 'db'>,
  { userId, sessionId }: Caller,
  change: (trx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
    return change(trx)
  })
}
