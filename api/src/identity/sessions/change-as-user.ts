/** Changes data of a user in the name of a session. */
import type { Kysely } from 'kysely'
import { boundsOf, type Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { Failure } from '../../kernel/failure.ts'
import { createPerKeyQueue } from '../../kernel/limits/per-key-queue.ts'
import { lockContacts } from '../users/users.ts'
import type { Caller } from './access-tokens.ts'
import { findOpenSession } from './sessions.ts'

/** The most changes of one user that wait for each other; a form sends fewer at the same moment. */
const mostWaiting = 32
const retrySeconds = 2

const oneByOne = createPerKeyQueue({ mostWaiting })

/**
 * Runs a change in a transaction that locks the user's row, so that changes of one user run one after another. Changes in
 * this process wait without a connection; then they wait for other copies of the service. The transaction checks that the
 * session is still open: a concurrent proof of the mailbox by its owner ends an impostor's session and removes what the
 * impostor wrote. Throws `session-ended`, and `too-many-attempts` if too many changes wait.
 */
export async function changeAsUser<T>(
  { db }: { db: Kysely<Tables> },
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  change: (trx: Db) => Promise<T>,
): Promise<T> {
  const changed = await oneByOne(userId, boundsOf(db).changesMs, () =>
    db.transaction().execute(async (trx) => {
      await lockContacts(trx, userId)
      if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
      return { result: await change(trx) }
    }),
  )
  if (changed === 'waited-enough')
    throw new Failure('too-many-attempts', { waitSeconds: retrySeconds, limit: 'changes-of-user' })
  return changed.result
}
