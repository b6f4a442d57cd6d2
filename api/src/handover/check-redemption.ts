/** Checks that a code matches the client, redirect URL and code verifier of the request that redeems it. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { exchangeCode } from '@foyer/contract/routes/handover'
import type { Given } from '@foyer/contract/routes/route'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { PlatformClient } from '../accounts/keys/platform-clients.ts'
import type { Consumed } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

export type Redemption = Given<typeof exchangeCode>['body']

/**
 * Names the part that does not match. The answer reports all but `platform` and `client` to the client, which owns the
 * code and can correct its request.
 */
export type Mismatch =
  | 'platform'
  | 'client'
  | 'pkce-missing'
  | 'redirect-url-missing'
  | 'redirect-url-different'
  | 'code-verifier-wrong'

export function findMismatch(
  { details }: Consumed,
  given: Redemption,
  client: PlatformClient,
): Mismatch | null {
  if (details.platform !== given.platform || !client.platforms.includes(given.platform)) return 'platform'
  const external = details.external ?? null
  if (external !== client.external || !client.origins.includes(details.redirectOrigin ?? '')) return 'client'
  const challenge = details.codeChallenge ?? null
  if (challenge === null && client.requiresPkce) return 'pkce-missing'
  if ((challenge !== null || external !== null) && given.redirectUrl === undefined)
    return 'redirect-url-missing'
  if (!isSameRedirectUrl(details, given.redirectUrl)) return 'redirect-url-different'
  return isVerified(challenge, given.codeVerifier) ? null : 'code-verifier-wrong'
}

/** Compares the redirect URL with the one the code was minted for (RFC 6749 §4.1.3). */
function isSameRedirectUrl(details: Consumed['details'], redirectUrl: string | undefined): boolean {
  if (redirectUrl === undefined) return true
  const url = trustedUrl(redirectUrl, [details.redirectOrigin ?? ''])
  if (!url) return false
  // A copy of the previous version stored the origin alone. The next release removes this line.
  if (!details.redirectUrlSha256) return true
  return details.redirectUrlSha256 === redirectUrlSha256(url)
}

/** Checks the code verifier. Without a challenge there must be none, or PKCE could be downgraded (RFC 9700 §2.1.1). */
function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  const computed = createHash('sha256').update(verifier).digest()
  const expected = Buffer.from(challenge, 'base64url')
  return expected.length === computed.length && timingSafeEqual(expected, computed)
}
