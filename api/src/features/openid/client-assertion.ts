/** Checks the JWT with which a client proves that it has its private key (private_key_jwt: RFC 7523 §3, OpenID Connect Core 1.0 §9). */
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { consumeForeignToken } from '../../identity/tokens/sealed-tokens.ts'
import { clockSkewSeconds } from '../../identity/tokens/verify-jwt.ts'
import type { OpenIdClient } from '../../kernel/config/registry-client.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import { DownloadError } from '../../kernel/outbound/bounded-download.ts'
import type { Services } from '../../services.ts'

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
export const assertionAlgorithms = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA']

/** The longest life of a JWT. Its id is kept longer, so that it works once. */
const maxAgeSeconds = 300
const usedAssertion: Purpose = { name: 'client-assertion', prefix: '', seconds: 2 * maxAgeSeconds }

/** Throws `invalid_client`. `audiences` are the issuer and the URLs of the endpoints, as clients write either. */
export async function checkAssertion(
  { db, clientKeys }: Pick<Services, 'db' | 'clientKeys'>,
  { id, openid: { jwks, jwksUri } }: { id: string; openid: Pick<OpenIdClient, 'jwks' | 'jwksUri'> },
  { assertion, audiences }: { assertion: string; audiences: readonly string[] },
): Promise<void> {
  const keys = jwksUri === null ? jwks && createLocalJWKSet(jwks) : clientKeys.at(jwksUri)
  if (!keys) throw refuse('This client has no registered keys')
  const { payload } = await jwtVerify<unknown>(assertion, keys, {
    issuer: id,
    subject: id,
    audience: [...audiences],
    algorithms: assertionAlgorithms,
    requiredClaims: ['exp', 'jti'],
    clockTolerance: clockSkewSeconds,
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw refuse('client_assertion is not a valid JWT of this client')
    if (error instanceof DownloadError)
      throw refuse(`jwks_uri of the client cannot be read: ${error.message}`)
    throw error
  })
  const { exp = 0, jti = '', aud } = payload
  // Several audiences: another service could use the JWT here (RFC 9700 §2.5).
  if (typeof aud !== 'string' && aud?.length !== 1) throw refuse('client_assertion has several audiences')
  if (exp > Date.now() / 1_000 + maxAgeSeconds)
    throw refuse(`client_assertion must expire within ${maxAgeSeconds} seconds`)
  if (!(await consumeForeignToken(db, usedAssertion, `${id} ${jti}`)))
    throw refuse('client_assertion was used before')
}

function refuse(description: string): OAuthError {
  return new OAuthError('invalid_client', description)
}
