/** Signs a user out at the request of a client (OpenID Connect RP-Initiated Logout 1.0). */
import type { requestSignOut } from '@foyer/contract/page-routes/openid-pages'
import type { PageGiven } from '@foyer/contract/page-routes/page-route'
import { endSession } from '../../identity/sessions/end-session.ts'
import { findParentOf } from '../../identity/sessions/sessions.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { wrongLinkPage } from './answer-client.ts'
import { readHint } from './id-token-hint.ts'
import { findRegisteredClient, type RegisteredClient } from './openid-clients.ts'

type Given = PageGiven<typeof requestSignOut>['query']

/**
 * The ID token proves that the client signed this user in, so the user's session at its platform ends at once; a third party
 * ends its own session only. Without the ID token, and with one whose key is gone, the sign-out page of the platform signs the
 * browser out and leads to the sign-in page.
 */
export async function endAtClient(
  services: Services,
  given: Given,
  requestContext: RequestContext,
): Promise<string | OwnPage> {
  const { id_token_hint: hint, client_id: clientId, post_logout_redirect_uri: target, state } = given
  const hinted = hint === undefined ? { clientId, sessionId: null } : await readHint(services, hint)
  if (!hinted) return wrongLinkPage('id_token_hint is no ID token of this service')
  if (clientId !== undefined && clientId !== hinted.clientId)
    return wrongLinkPage('client_id is not the audience of id_token_hint')
  const client = await findRegisteredClient(services, hinted.clientId)
  if (!client) return wrongLinkPage('client_id is not registered for OpenID Connect')
  if (target !== undefined && !client.openid.postLogoutRedirectUris.includes(target))
    return wrongLinkPage('post_logout_redirect_uri is not one of the registered URIs of the client')
  const { platform } = client
  const { sessionId } = hinted
  if (sessionId === null) return `/logout?${new URLSearchParams({ platform })}`
  await signOut(services, client, { sessionId, requestContext })
  if (target === undefined) return `/?${new URLSearchParams({ platform })}`
  const url = new URL(target)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/** Ends the user's own session, and with it all sessions of clients below it; for a third party its own session. */
async function signOut(
  { db, outbox, accessTokens }: Services,
  { id: clientId, openid }: RegisteredClient,
  { sessionId, requestContext }: { sessionId: string; requestContext: RequestContext },
): Promise<void> {
  const parent = await findParentOf(db, { sessionId, clientId })
  if (!parent) return
  const endedId = openid.isThirdParty ? sessionId : parent.id
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, outbox, { sessionId: endedId, reason: 'signed-out' }))
  for (const id of [parent.id, sessionId]) accessTokens.forget(id)
  if (!wasOpen) return
  const { userId, platform } = parent
  await recordEvent(db, {
    event: 'sign-out',
    requestContext,
    userId,
    sessionId: endedId,
    platform,
    clientId,
  })
}
