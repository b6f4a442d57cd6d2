/** Checks the code verifier of PKCE (RFC 7636 §4.6). */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Without a challenge there must be no verifier, or PKCE could be downgraded (RFC 9700 §2.1.1). */
export function isCodeVerifier(
  codeChallenge: string | null | undefined,
  codeVerifier: string | undefined,
): boolean {
  if (!codeChallenge || codeVerifier === undefined) return !codeChallenge && codeVerifier === undefined
  const computed = createHash('sha256').update(codeVerifier).digest()
  const expected = Buffer.from(codeChallenge, 'base64url')
  return expected.length === computed.length && timingSafeEqual(expected, computed)
}
