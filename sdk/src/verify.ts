import { errors, type JWTPayload, jwtVerify } from 'jose'
import { FoyerError, type FoyerErrorCode } from './failure.ts'
import { type FoyerOptions, issuerOf, requirePlatform } from './foyer.ts'
import { createKeys } from './keys.ts'

/** The claims of an access token, named as in RFC 9068 §2.2. Times are seconds since 1970. */
export type Claims = {
  iss: string
  aud: string
  /** The user's UUID. */
  sub: string
  /** The id of the platform's session at Foyer. */
  sid: string
  /**
   * The client to which the token was issued: this platform's client, or 'foyer' for a session of Foyer itself. Missing
   * in tokens of a Foyer older than this package.
   */
  client_id?: string
  /** A UUID that distinguishes the tokens of one session, for example in a log. */
  jti: string
  platform: string
  iat: number
  exp: number
  /** The time of the user's last authentication. */
  auth_time: number
  /** The methods of that authentication (RFC 8176): 'pwd', 'otp', … */
  amr: string[]
  /** '2' after two factors, else '1'. Missing in tokens of a Foyer older than this package. */
  acr?: string
}

export type VerifierOptions = Pick<
  FoyerOptions,
  'accountsUrl' | 'platform' | 'product' | 'external' | 'timeoutMs' | 'fetch'
> & {
  /**
   * The clients whose tokens are accepted. Default: all clients of the platform. Tokens of a Foyer older than this
   * package name no client, and are accepted.
   */
  clientIds?: readonly string[]
}

export type Verifier = {
  /**
   * Checks that Foyer signed an access token for this platform and that it has not expired, and returns its claims.
   * @throws FoyerError 'token-expired' (refresh), 'token-invalid', 'wrong-issuer', 'wrong-audience', 'wrong-platform',
   * 'wrong-client' (refuse), 'session-ended' (`ended` knows the session), 'no-answer' (the keys could not be fetched;
   * the token may be valid).
   */
  verify(accessToken: string): Promise<Claims>
}

/** Remembers the sessions that a back-channel logout has ended. */
export type EndedSessions = {
  /**
   * Returns whether the session has ended. `token` names the user and the time of signing, for a logout of all sessions
   * of a user.
   */
  hasEnded(sid: string, token?: { sub: string; iat: number }): boolean
}

export const clockSkewSeconds = 30
/**
 * Refuses tokens signed more than an hour ago or in the future. Foyer's access tokens are valid for 10 minutes at most.
 */
const maxAgeSeconds = 3_600

/**
 * Creates a verifier. Create one per process, because it caches Foyer's public keys (RFC 7517). With `ended`, a
 * `createLogoutVerifier`, it refuses the unexpired tokens of sessions that a back-channel logout has ended.
 * @throws TypeError for an unknown platform, or a product of another platform.
 */
export function createVerifier(options: VerifierOptions, ended?: EndedSessions): Verifier {
  requirePlatform(options)
  const issuer = issuerOf(options)
  const keys = createKeys(options)
  async function verify(accessToken: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(accessToken, keys, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience: options.product,
        clockTolerance: clockSkewSeconds,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['iss', 'aud', 'sub', 'sid', 'jti', 'platform', 'iat', 'exp', 'auth_time'],
      })
      const claims = claimsOf(payload, options)
      if (ended?.hasEnded(claims.sid, claims)) throw new FoyerError('session-ended')
      return claims
    } catch (error) {
      throw tokenError(error)
    }
  }
  return { verify }
}

function claimsOf(payload: JWTPayload, options: VerifierOptions): Claims {
  const { iss, aud, sub, sid, client_id, jti, platform, iat, exp, auth_time, amr, acr } = payload
  // A list of audiences would make one token valid for two products.
  if (aud !== options.product) throw new FoyerError('wrong-audience')
  if (platform !== options.platform) throw new FoyerError('wrong-platform')
  const isComplete =
    typeof iss === 'string' &&
    typeof sub === 'string' &&
    typeof sid === 'string' &&
    typeof jti === 'string' &&
    (client_id === undefined || typeof client_id === 'string') &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    typeof auth_time === 'number'
  if (!isComplete)
    throw new FoyerError('token-invalid', { message: 'A claim is missing or of a wrong type.' })
  if (client_id !== undefined && options.clientIds && !options.clientIds.includes(client_id))
    throw new FoyerError('wrong-client')
  const methods = Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : []
  const client = client_id === undefined ? {} : { client_id }
  const level = typeof acr === 'string' ? { acr } : {}
  return { iss, aud, sub, sid, ...client, jti, platform, iat, exp, auth_time, amr: methods, ...level }
}

/** Converts an error of `jose` to an error of this package. */
export function tokenError(error: unknown): FoyerError {
  if (error instanceof FoyerError) return error
  return new FoyerError(codeOf(error), {
    message: error instanceof Error ? error.message : undefined,
    cause: error,
  })
}

function codeOf(error: unknown): FoyerErrorCode {
  if (error instanceof errors.JWTExpired) return 'token-expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'wrong-issuer'
    if (error.claim === 'aud') return 'wrong-audience'
  }
  return 'token-invalid'
}
