/** Changes what belongs to a user, in the name of the user's session. */
import type { Kysely } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { Failure } from '../../kernel/failure.ts'
import { createPerKeyQueue } from '../../kernel/limits/per-key-queue.ts'
import { lockContacts } from '../users/users.ts'
import type { Caller } from './access-tokens.ts'
import { findOpenSession } from './sessions.ts'

/** Changes of one user that wait for each other: more than a form sends at once, and how long they wait. */
const mostWaiting = 32
const waitMs = 5_000
const retrySeconds = 2

const inTurn = createPerKeyQueue({ mostWaiting })

/**
 * Runs a change in a transaction that holds the user's row: changes of one user wait for each other. They wait in this
 * process, where they hold no connection, and then for changes in other copies of the service. The session is looked up
 * in the transaction, because the owner of the mailbox may prove it at this moment, which ends a stranger's session and
 * removes what the stranger wrote. Throws `session-ended`, and `too-many-attempts` where too many changes wait.
 */
export async function changeAsUser<T>(
  { db }: { db: Kysely<Tables> },
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  change: (trx: Db) => Promise<T>,
): Promise<T> {
  const changed = await inTurn(userId, waitMs, () =>
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
