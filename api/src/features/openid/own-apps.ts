/** Lists the apps that the caller lets read the account, and removes the access of one. */
import type { listApps, removeApp } from '@foyer/contract/routes/apps'
import type { Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { listConsents, removeConsent } from '../../identity/users/app-consents.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { RequestTo, Services } from '../../services.ts'
import { findRegisteredClient } from './openid-clients.ts'

/** A client that is registered no more is named by its id. */
export async function listOwnApps(services: Services, { userId }: Caller): Promise<Result<typeof listApps>> {
  const consents = await listConsents(services.db, userId)
  return Promise.all(
    consents.map(async ({ clientId, scopes, createdAt }) => {
      const client = await findRegisteredClient(services, clientId)
      return { clientId, name: client?.openid.name ?? clientId, scopes, since: createdAt.toISOString() }
    }),
  )
}

export async function removeOwnApp(
  services: Services,
  { params: { clientId }, caller, requestContext }: RequestTo<typeof removeApp>,
): Promise<undefined> {
  const { outbox, accessTokens } = services
  const { userId, sessionId, platform } = caller
  const ended = await changeAsUser(services, caller, async (trx) => {
    if (!(await removeConsent(trx, { userId, clientId }))) return []
    await recordEvent(trx, { event: 'app-removed', requestContext, userId, sessionId, platform, clientId })
    return endAllSessions(trx, outbox, { userId, clientId, reason: 'app-removed' })
  })
  for (const id of ended) accessTokens.forget(id)
  return undefined
}
