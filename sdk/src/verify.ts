import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { FoyerError, type FoyerErrorCode } from './failure.ts'
import { type FoyerOptions, issuerOf } from './foyer.ts'

/** The claims of an access token, named as in RFC 9068 §2.2. Times are seconds since 1970. */
export type Claims = {
  iss: string
  aud: string
  /** The user's UUID. */
  sub: string
  /** The platform's session at Foyer. */
  sid: string
  /**
   * The client the token was issued to: this platform's, or 'foyer' for a session of Foyer's own. Missing in tokens of a
   * Foyer older than this package.
   */
  client_id?: string
  /** A UUID that distinguishes the tokens of one session, for example in a log. */
  jti: string
  platform: string
  iat: number
  exp: number
  /** The user's last authentication. */
  auth_time: number
  /** The methods of that authentication by RFC 8176: 'pwd', 'otp', … */
  amr: string[]
}

export type VerifierOptions = Pick<
  FoyerOptions,
  'accountsUrl' | 'platform' | 'product' | 'timeoutMs' | 'fetch'
>

export type Verifier = {
  /**
   * Checks an access token and returns its claims, if Foyer signed it for this platform and it has not expired.
   * @throws FoyerError 'token-expired' (refresh), 'token-invalid', 'wrong-issuer', 'wrong-audience',
   * 'wrong-platform' (refuse), 'no-answer' (the keys could not be fetched; the token may be valid).
   */
  verify(accessToken: string): Promise<Claims>
}

const clockSkewSeconds = 30
/** Foyer announces a key a day before it signs with it, and publishes its keys with this max-age. */
const keysMaxAgeMs = 3_600_000
/** Tokens with unknown key ids cause at most one request in this time. */
const keysCooldownMs = 30_000
const keysTimeoutMs = 5_000

/** Creates a verifier. Make one for each process: it caches Foyer's public keys (RFC 7517). */
export function createVerifier(options: VerifierOptions): Verifier {
  const issuer = issuerOf(options)
  const keys = reachableKeys(
    createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
      cacheMaxAge: keysMaxAgeMs,
      cooldownDuration: keysCooldownMs,
      timeoutDuration: Math.min(options.timeoutMs ?? keysTimeoutMs, keysTimeoutMs),
      ...(options.fetch && { [customFetch]: options.fetch }),
    }),
  )
  async function verify(accessToken: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(accessToken, keys, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience: options.product,
        clockTolerance: clockSkewSeconds,
        requiredClaims: ['iss', 'aud', 'sub', 'sid', 'jti', 'platform', 'iat', 'exp', 'auth_time'],
      })
      return claimsOf(payload, options)
    } catch (error) {
      throw tokenError(error)
    }
  }
  return { verify }
}

/** Distinguishes an unknown key from keys that could not be fetched. */
function reachableKeys(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const isAboutToken =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      if (isAboutToken) throw error
      throw new FoyerError('no-answer', {
        message: "Foyer's public keys could not be fetched.",
        cause: error,
      })
    }
  }
}

function claimsOf(payload: JWTPayload, options: VerifierOptions): Claims {
  const { iss, aud, sub, sid, client_id, jti, platform, iat, exp, auth_time, amr } = payload
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
  const methods = Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : []
  const client = client_id === undefined ? {} : { client_id }
  return { iss, aud, sub, sid, ...client, jti, platform, iat, exp, auth_time, amr: methods }
}

function tokenError(error: unknown): FoyerError {
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
