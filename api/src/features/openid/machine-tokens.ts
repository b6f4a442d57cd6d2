/**
 * Issues tokens to services that act for themselves (RFC 6749 §4.4). Such a token is for services of the operator, which verify
 * or introspect it; it opens nothing at Foyer, because it has no session and no user.
 */
import { randomUUID } from 'node:crypto'
import type { requestTokens, TokenAnswer } from '@foyer/contract/oauth-routes/openid-endpoints'
import { signJwt } from '../../identity/tokens/sign-jwt.ts'
import { verifyJwt } from '../../identity/tokens/verify-jwt.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Machine } from '../../kernel/config/registry-client.ts'
import { asFailure } from '../../kernel/failure.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { OAuthRequestTo } from '../../kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { Services } from '../../services.ts'
import { findRegisteredClient, type RegisteredClient } from './openid-clients.ts'

/** Nothing ends such a token earlier at a service that only verifies it. */
const tokenSeconds = 600

type Grant = Pick<OAuthRequestTo<typeof requestTokens>, 'form' | 'requestContext'> & {
  client: RegisteredClient
}

export async function issueMachineToken(
  { db, config, signingKeys }: Services,
  { form, client, requestContext }: Grant,
): Promise<TokenAnswer> {
  const { id: clientId, platform, openid } = client
  if (!openid.machine) throw new OAuthError('unauthorized_client', 'The client is no machine')
  const audience = audienceOf(openid.machine, form.resource)
  const scope = scopesOf(openid.machine, form.scope).join(' ')
  const now = Math.floor(Date.now() / 1_000)
  // The claims of RFC 9068 §2.2; without a session (`sid`) and a platform no route of Foyer takes the token.
  const token = signJwt(await signingKeys.active(), 'at+jwt', {
    iss: config.baseUrl,
    aud: audience,
    sub: clientId,
    client_id: clientId,
    ...(scope && { scope }),
    jti: randomUUID(),
    iat: now,
    exp: now + tokenSeconds,
  })
  const details = { audience, scope }
  await recordEvent(db, { event: 'machine-token-issued', requestContext, clientId, platform, details })
  return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope }
}

/** A machine with one audience need not name it (RFC 8707 §2). */
function audienceOf({ audiences }: Machine, resource: string | undefined): string {
  const [only] = audiences
  if (resource === undefined && only !== undefined && audiences.length === 1) return only
  if (resource !== undefined && audiences.includes(resource)) return resource
  throw new OAuthError('invalid_target', 'resource must be one of the registered audiences of the client')
}

/** Without a scope the machine gets all of its own (RFC 6749 §3.3). */
function scopesOf({ scopes }: Machine, asked: string | undefined): readonly string[] {
  const words = [...new Set((asked ?? '').split(' ').filter(Boolean))]
  if (words.some((word) => !scopes.includes(word)))
    throw new OAuthError('invalid_scope', 'A scope is not registered for the client')
  return words.length > 0 ? words : scopes
}

type MachineToken = {
  client_id: string
  sub: string
  aud: string
  iss?: string | undefined
  scope?: string
  exp?: number | undefined
  iat?: number | undefined
}

/** Reads the token of a machine that is still registered; null for any other text. */
export async function readMachineToken(services: Services, token: string): Promise<MachineToken | null> {
  const { config, signingKeys } = services
  const read = await verifyJwt(signingKeys, token, {
    ...{ typ: 'at+jwt', issuer: config.baseUrl, isExpiredAllowed: false },
  }).catch((error: unknown) => {
    if (asFailure(error).code === 'session-ended') return null
    throw error
  })
  if (!read || read.payload.sid !== undefined) return null
  const { sub, aud, client_id: id, scope, iss, exp, iat } = read.payload
  if (typeof aud !== 'string' || typeof id !== 'string' || sub !== id) return null
  const client = await findRegisteredClient(services, id)
  if (!client?.openid.machine?.audiences.includes(aud)) return null
  return { client_id: id, sub, aud, ...(typeof scope === 'string' && { scope }), iss, exp, iat }
}
