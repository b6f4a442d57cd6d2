/**
 * Makes the ID token (OpenID Connect Core 1.0 §2) that the browser sends to the token-sync URL, without name or contact
 * (docs/decisions/tokens.md).
 */
import type { createIdToken } from '@foyer/contract/routes/id-token'
import type { Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { signJwt } from '../../identity/tokens/sign-jwt.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

/** Throws `not-found` if no token-sync URL is configured. */
export async function makeIdToken(
  { db, config, signingKeys }: Services,
  { sessionId }: Caller,
): Promise<Result<typeof createIdToken>> {
  const { tokenSync, baseUrl } = config
  if (!tokenSync) throw new Failure('not-found')
  const session = await findOpenSession(db, sessionId)
  if (!session) throw new Failure('session-ended')
  const { id, userId, authTime, amr, acr } = session
  const now = Math.floor(Date.now() / 1000)
  // The type `JWT` keeps the token from passing as an access token (`at+jwt`) or a logout token.
  const idToken = signJwt(await signingKeys.active(), 'JWT', {
    sid: id,
    auth_time: Math.floor(authTime.getTime() / 1000),
    amr,
    acr: String(acr),
    iss: baseUrl,
    aud: new URL(tokenSync.url).origin,
    sub: userId,
    iat: now,
    exp: now + tokenSync.maxAgeSeconds,
  })
  return { idToken }
}
