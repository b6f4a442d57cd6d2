/** A user's own name. */
import type { putName } from '@foyer/contract/own-name'
import type { Given } from '@foyer/contract/route'
import type { Caller } from '../accounts/access-tokens.ts'
import { recordEvent } from '../accounts/audit.ts'
import { findOpenSession } from '../accounts/sessions.ts'
import { lockContacts, setName } from '../accounts/users.ts'
import type { From } from '../from.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'

export async function replaceOwnName(
  { db }: Services,
  { userId, sessionId }: Caller,
  { firstName, lastName }: Given<typeof putName>['body'],
  from: From,
): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    // The owner of the mailbox may prove it at this moment, which ends the session of a stranger and clears the name.
    await lockContacts(trx, userId)
    if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
    await setName(trx, userId, { firstName, lastName: lastName || null })
    await recordEvent(trx, { event: 'name-changed', from, userId, sessionId })
  })
  return undefined
}
