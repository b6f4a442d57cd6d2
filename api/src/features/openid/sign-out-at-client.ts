/** Signs a user out at the request of a client (OpenID Connect RP-Initiated Logout 1.0). */
import type { requestSignOut } from '@foyer/contract/page-routes/openid-pages'
import type { PageGiven } from '@foyer/contract/page-routes/page-route'
import { endSession } from '../../identity/sessions/end-session.ts'
import { findParentOf } from '../../identity/sessions/sessions.ts'
import { verifyJwt } from '../../identity/tokens/verify-jwt.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { asFailure } from '../../kernel/failure.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { wrongLinkPage } from './answer-client.ts'
import { findRegisteredClient } from './openid-clients.ts'

type Given = PageGiven<typeof requestSignOut>['query']

/**
 * The ID token proves that the client signed this user in, so the user's session at its platform ends at once. Without it the
 * sign-out page of the platform signs the browser out; it leads to the sign-in page.
 */
export async function endAtClient(
  services: Services,
  given: Given,
  requestContext: RequestContext,
): Promise<string | OwnPage> {
  const { id_token_hint: hint, client_id: clientId, post_logout_redirect_uri: target, state } = given
  const hinted = hint === undefined ? null : await readHint(services, hint)
  if (hint !== undefined && !hinted) return wrongLinkPage('id_token_hint is no ID token of this service')
  if (hinted && clientId !== undefined && clientId !== hinted.clientId)
    return wrongLinkPage('client_id is not the audience of id_token_hint')
  const client = await findRegisteredClient(services, hinted?.clientId ?? clientId)
  if (!client) return wrongLinkPage('client_id is not registered for OpenID Connect')
  if (target !== undefined && !client.openid.postLogoutRedirectUris.includes(target))
    return wrongLinkPage('post_logout_redirect_uri is not one of the registered URIs of the client')
  const { platform } = client
  if (!hinted)
    return `/logout?${new URLSearchParams({ platform, ...(target !== undefined && { 'redirect-url': target }) })}`
  await signOut(services, hinted, requestContext)
  if (target === undefined) return `/?${new URLSearchParams({ platform })}`
  const url = new URL(target)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

type Hint = { clientId: string; sessionId: string }

/** Reads an ID token of any age; null for any other text. */
async function readHint({ signingKeys, config }: Services, token: string): Promise<Hint | null> {
  try {
    const { payload } = await verifyJwt(signingKeys, token, {
      ...{ typ: 'JWT', issuer: config.baseUrl, isExpiredAllowed: true },
    })
    const { aud, sid } = payload
    return typeof aud === 'string' && typeof sid === 'string' ? { clientId: aud, sessionId: sid } : null
  } catch (error) {
    if (asFailure(error).code === 'session-ended') return null
    throw error
  }
}

/** Ends the user's own session, and with it all sessions of clients below it. */
async function signOut(
  { db, outbox, accessTokens }: Services,
  { clientId, sessionId }: Hint,
  requestContext: RequestContext,
): Promise<void> {
  const parent = await findParentOf(db, { sessionId, clientId })
  if (!parent) return
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, outbox, { sessionId: parent.id, reason: 'signed-out' }))
  for (const id of [parent.id, sessionId]) accessTokens.forget(id)
  if (!wasOpen) return
  const { userId, platform } = parent
  await recordEvent(db, {
    event: 'sign-out',
    requestContext,
    userId,
    sessionId: parent.id,
    platform,
    clientId,
  })
}
