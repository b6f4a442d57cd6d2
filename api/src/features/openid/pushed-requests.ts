/** Keeps authorization requests that clients push, so that the browser carries only a reference (RFC 9126). */
import type { OAuthResult } from '@foyer/contract/oauth-routes/oauth-route'
import type { pushAuthorizationRequest } from '@foyer/contract/oauth-routes/openid-endpoints'
import type { AuthorizationParameters } from '@foyer/contract/page-routes/openid-pages'
import type { Purpose } from '../../identity/tokens/one-time-tokens.ts'
import {
  consumeSealedToken,
  createSealedToken,
  readSealedToken,
} from '../../identity/tokens/sealed-tokens.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { OAuthRequestTo } from '../../kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { Services } from '../../services.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import { authenticateClient, isRegisteredRedirectUri } from './openid-clients.ts'

/** RFC 9126 §2.2: the reference is short-lived. */
const purpose: Purpose = {
  name: 'pushed-request',
  prefix: 'urn:ietf:params:oauth:request_uri:',
  seconds: 60,
}

/** Authenticates the client, and checks the request as /authorize does. */
export async function pushRequest(
  services: Services,
  { form, authorization, requestContext }: OAuthRequestTo<typeof pushAuthorizationRequest>,
): Promise<OAuthResult<typeof pushAuthorizationRequest>> {
  const client = await authenticateClient(services, { form, authorization, requestContext })
  if (!isRegisteredRedirectUri(client, form.redirect_uri))
    throw new OAuthError('invalid_request', 'redirect_uri is not one of the registered URIs of the client')
  const read = readAuthorizationRequest(form, client, Date.now())
  if (read.kind === 'refused') throw new OAuthError(read.refusal.error, read.refusal.description)
  const { client_secret: _, client_assertion: _jwt, client_assertion_type: _type, ...pushed } = form
  const given = { ...pushed, client_id: client.id }
  return { request_uri: await createSealedToken(services, purpose, given), expires_in: purpose.seconds }
}

/**
 * Returns the parameters of /authorize: those that the client pushed, whatever else the browser brings, or the browser's own.
 * Uses up the reference. Returns null for a reference that is unknown, used, expired or of another client.
 */
export async function pushedOrGiven(
  services: Services,
  given: AuthorizationParameters,
): Promise<AuthorizationParameters | null> {
  const { request_uri: reference, client_id: clientId } = given
  if (!reference?.startsWith(purpose.prefix)) return given
  const pushed = (await readSealedToken(services, purpose, reference)) as AuthorizationParameters | null
  if (!pushed || pushed.client_id !== clientId) return null
  return (await consumeSealedToken(services.db, purpose, reference)) ? pushed : null
}
