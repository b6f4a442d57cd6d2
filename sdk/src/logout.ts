/** Verifies the tokens of back-channel logouts, and remembers the sessions that they ended. */
import { type JWTPayload, jwtVerify } from 'jose'
import { FoyerError } from './failure.ts'
import { type FoyerOptions, issuerOf } from './foyer.ts'
import { createKeys } from './keys.ts'
import { clockSkewSeconds, type EndedSessions, tokenError } from './verify.ts'

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). */
export type LogoutClaims = {
  iss: string
  aud: string
  iat: number
  exp: number
  jti: string
  /** The ended session, as in its access tokens; null if all sessions of `sub` have ended. */
  sid: string | null
  /** The user's UUID; null if the token names only a session. */
  sub: string | null
}

export type LogoutOptions = Pick<FoyerOptions, 'accountsUrl' | 'clientId' | 'timeoutMs' | 'fetch'>

export type LogoutVerifier = EndedSessions & {
  /**
   * Checks a logout token, remembers its session as ended, and returns its claims. Each token is accepted once. Delete
   * the session afterwards, then answer 200; answer 400 to a refused token.
   * @throws FoyerError 'token-invalid', 'token-expired', 'wrong-issuer', 'wrong-audience', or 'no-answer' (the keys
   * could not be fetched: answer 503, and Foyer sends another token later).
   */
  verify(logoutToken: string): Promise<LogoutClaims>
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Older tokens are refused. Foyer's logout tokens expire after 2 minutes. */
const maxAgeSeconds = 300
/** The longest lifetime of an access token plus the clock skew: after 900 s every token of the session has expired. */
const rememberSeconds = 900
const maxRemembered = 100_000

/** Creates a verifier of logout tokens. Create one per process, and pass it to `createVerifier` too. */
export function createLogoutVerifier(options: LogoutOptions): LogoutVerifier {
  const issuer = issuerOf(options)
  const keys = createKeys(options)
  const usedTokens = createMemory()
  const endedSessions = createMemory()
  const endedUsers = createMemory()

  async function verify(logoutToken: string): Promise<LogoutClaims> {
    const claims = claimsOf(await payloadOf(logoutToken), options.clientId)
    const { jti, sid, sub, iat, exp } = claims
    if (usedTokens.has(jti)) throw invalid('This logout token was used before.')
    usedTokens.add(jti, exp + clockSkewSeconds)
    const until = seconds() + rememberSeconds
    if (sid !== null) endedSessions.add(sid, until)
    else if (sub !== null) endedUsers.add(sub, until, iat)
    return claims
  }

  async function payloadOf(logoutToken: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(logoutToken, keys, {
        algorithms: ['ES256'],
        typ: 'logout+jwt',
        issuer,
        audience: options.clientId,
        clockTolerance: clockSkewSeconds,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
      })
      return payload
    } catch (error) {
      throw tokenError(error)
    }
  }

  function hasEnded(sid: string, token?: { sub: string; iat: number }): boolean {
    if (endedSessions.has(sid)) return true
    const endedAt = token && endedUsers.get(token.sub)
    return token !== undefined && endedAt !== undefined && token.iat <= endedAt
  }
  return { verify, hasEnded }
}

function claimsOf(payload: JWTPayload, clientId: string): LogoutClaims {
  const { iss, aud, iat, exp, jti, sid = null, sub = null, events } = payload
  if (aud !== clientId) throw new FoyerError('wrong-audience')
  // An ID token of the same issuer must not end a session; it may have a nonce and never has the event.
  if ('nonce' in payload) throw invalid('A logout token has no nonce.')
  if (!isObject(events) || !Object.hasOwn(events, event) || !isObject(events[event]))
    throw invalid('The token does not announce a logout.')
  const isComplete =
    typeof iss === 'string' &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    typeof jti === 'string' &&
    jti !== '' &&
    isTextOrNull(sid) &&
    isTextOrNull(sub) &&
    (sid !== null || sub !== null)
  if (!isComplete) throw invalid('A claim is missing or of a wrong type.')
  return { iss, aud, iat, exp, jti, sid, sub }
}

function invalid(message: string): FoyerError {
  return new FoyerError('token-invalid', { message })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value !== '')
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}

/** Remembers names for a limited time; if there are too many, forgets the oldest. */
function createMemory() {
  const remembered = new Map<string, { until: number; value: number }>()

  function get(name: string): number | undefined {
    const entry = remembered.get(name)
    return entry && entry.until > seconds() ? entry.value : undefined
  }

  function add(name: string, until: number, value = 0): void {
    for (const [old, entry] of remembered) {
      if (remembered.size < maxRemembered && entry.until > seconds()) break
      remembered.delete(old)
    }
    remembered.delete(name)
    remembered.set(name, { until, value })
  }
  return { get, has: (name: string) => get(name) !== undefined, add }
}
