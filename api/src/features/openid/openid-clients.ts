/** Finds clients of OpenID Connect, and authenticates them (OpenID Connect Core 1.0 §9). */
import { pushAuthorizationRequest, requestTokens } from '@foyer/contract/oauth-routes/openid-endpoints'
import type { Platform } from '@foyer/contract/platforms'
import { decodeJwt } from 'jose'
import { findClient } from '../../identity/credentials/platform-clients.ts'
import { isRegisteredUri } from '../../identity/credentials/redirect-uris.ts'
import type { Client, OpenIdClient } from '../../kernel/config/registry-client.ts'
import { readBasic } from '../../kernel/http/access.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { assertionType, checkAssertion } from './client-assertion.ts'

/** A client and the platform whose users it signs in. */
export type RegisteredClient = Client & { openid: OpenIdClient; platform: Platform }

export async function findRegisteredClient(
  { clients }: Pick<Services, 'clients'>,
  id: string | undefined,
): Promise<RegisteredClient | null> {
  const client = (await clients.all()).find((candidate) => candidate.id === id)
  const [platform] = client?.platforms ?? []
  if (!client?.openid || !platform) return null
  return { ...client, openid: client.openid, platform }
}

export function isRegisteredRedirectUri(
  { openid }: RegisteredClient,
  uri: string | undefined,
): uri is string {
  return uri !== undefined && isRegisteredUri(uri, openid.redirectUris, openid.isNative)
}

type Credentials = {
  authorization: string | undefined
  form: {
    client_id?: string | undefined
    client_secret?: string | undefined
    client_assertion?: string | undefined
    client_assertion_type?: string | undefined
  }
  requestContext: RequestContext
}

/**
 * Authenticates a client by the header (client_secret_basic), by the form (client_secret_post), by a JWT (private_key_jwt), or
 * by its id alone if it has no secret. Throws `invalid_client`; two ways at once are refused (RFC 6749 §2.3).
 */
export async function authenticateClient(
  services: Pick<Services, 'clients' | 'clientKeys' | 'config' | 'db'>,
  { authorization, form, requestContext }: Credentials,
): Promise<RegisteredClient> {
  const { client_assertion: assertion, client_assertion_type: type } = form
  const basic = readBasic(authorization)
  if (authorization !== undefined && !basic)
    throw new OAuthError('invalid_client', 'The Authorization header is not that of a client')
  const ways = [basic, form.client_secret, assertion].filter((way) => way !== null && way !== undefined)
  if (ways.length > 1) throw new OAuthError('invalid_request', 'The client authenticates in two ways')
  const asserted = assertion === undefined ? undefined : subjectOf(assertion)
  const { id, secret } = basic ?? { id: form.client_id ?? asserted, secret: form.client_secret }
  if (basic && form.client_id !== undefined && form.client_id !== id)
    throw new OAuthError('invalid_request', 'client_id differs from the header')
  const client = await findRegisteredClient(services, id)
  if (client && assertion !== undefined) {
    if (type !== assertionType)
      throw new OAuthError('invalid_request', `client_assertion_type must be ${assertionType}`)
    const audiences = assertionAudiences(services.config.baseUrl)
    await checkAssertion(services, client, { assertion, audiences })
    return client
  }
  if (client?.openid.isPublic) {
    if (secret) throw new OAuthError('invalid_client', 'This client has no secret')
    return client
  }
  const isRight = findClient(await services.clients.all(), { id: id ?? '', secret: secret ?? '' }) !== null
  if (client && !isRight) requestContext.report({ event: 'client-refused', clientId: client.id })
  if (!client || !isRight)
    throw new OAuthError('invalid_client', 'The client is unknown or its secret is wrong')
  return client
}

/** The issuer, and the endpoints whose URL a client may name instead (RFC 7523 §3, RFC 9126 §2). */
function assertionAudiences(issuer: string): string[] {
  return [issuer, ...[requestTokens, pushAuthorizationRequest].map(({ path }) => new URL(path, issuer).href)]
}

/** Reads the id of the client from a JWT that is not verified yet. */
function subjectOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub
  } catch {
    return undefined
  }
}
