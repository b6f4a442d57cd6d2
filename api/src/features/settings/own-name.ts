/** Changes the user's own name. */
import type { putName } from '@foyer/contract/routes/own-name'
import type { Given } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { setName } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

export async function replaceOwnName(
  services: Services,
  caller: Caller,
  { firstName, lastName }: Given<typeof putName>['body'],
  requestContext: RequestContext,
): Promise<undefined> {
  const { userId, sessionId } = caller
  await changeAsUser(services, caller, async (trx) => {
    await setName(trx, userId, { firstName, lastName: lastName || null })
    await recordEvent(trx, { event: 'name-changed', requestContext, userId, sessionId })
  })
  return undefined
}
