/** Changes the user's own name. */
import type { putName } from '@foyer/contract/routes/own-name'
import type { Given } from '@foyer/contract/routes/route'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { findOpenSession } from '../accounts/sessions/sessions.ts'
import { lockContacts, setName } from '../accounts/users/users.ts'
import { recordEvent } from '../audit.ts'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'

export async function replaceOwnName(
  { db }: Services,
  { userId, sessionId }: Caller,
  { firstName, lastName }: Given<typeof putName>['body'],
  requestContext: RequestContext,
): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    // The owner of the mailbox may prove it at this moment, which ends an impostor's session and clears the name.
    await lockContacts(trx, userId)
    if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
    await setName(trx, userId, { firstName, lastName: lastName || null })
    await recordEvent(trx, { event: 'name-changed', requestContext, userId, sessionId })
  })
  return undefined
}
