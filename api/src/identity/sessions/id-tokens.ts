/** Signs ID tokens (OpenID Connect Core 1.0 §2) for the token sync, without name or contact. */
import { signJwt } from '../tokens/sign-jwt.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import type { OpenSession } from './session-row.ts'

type IdToken = { issuer: string; audience: string; maxAgeSeconds: number }

/** The type `JWT` keeps it from passing as an access token (`at+jwt`) or a logout token. */
export async function signIdToken(
  keys: SigningKeys,
  { id, userId, authTime, amr }: OpenSession,
  { issuer, audience, maxAgeSeconds }: IdToken,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return signJwt(await keys.active(), 'JWT', {
    sid: id,
    auth_time: Math.floor(authTime.getTime() / 1000),
    amr,
    iss: issuer,
    aud: audience,
    sub: userId,
    iat: now,
    exp: now + maxAgeSeconds,
  })
}
