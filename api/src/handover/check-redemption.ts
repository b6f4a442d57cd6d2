/** Whether a code may be redeemed by the client that shows it, with the redirect URL and code verifier it shows. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { exchangeCode } from '@foyer/contract/routes/handover'
import type { Given } from '@foyer/contract/routes/route'
import { trustedUrl } from '@foyer/contract/trusted-origin'
import type { PlatformClient } from '../accounts/keys/platform-clients.ts'
import type { Consumed } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

export type Redemption = Given<typeof exchangeCode>['body']

/** The part that does not fit. The client is told of all but `platform`: the code is its own, and an engineer sees what to mend. */
export type Mismatch =
  | 'platform'
  | 'pkce-missing'
  | 'redirect-url-missing'
  | 'redirect-url-different'
  | 'code-verifier-wrong'

export function findMismatch(
  { details }: Consumed,
  given: Redemption,
  client: PlatformClient,
): Mismatch | null {
  if (details.platform !== client.platform || given.platform !== client.platform) return 'platform'
  const challenge = details.codeChallenge ?? null
  if (challenge === null && client.requiresPkce) return 'pkce-missing'
  if (challenge !== null && given.redirectUrl === undefined) return 'redirect-url-missing'
  if (!isSameRedirectUrl(details, given.redirectUrl)) return 'redirect-url-different'
  return isVerified(challenge, given.codeVerifier) ? null : 'code-verifier-wrong'
}

/** Compares the redirect URL with the one the code was minted for (RFC 6749 §4.1.3). */
function isSameRedirectUrl(details: Consumed['details'], redirectUrl: string | undefined): boolean {
  if (redirectUrl === undefined) return true
  const url = trustedUrl(redirectUrl, [details.redirectOrigin ?? ''])
  if (!url) return false
  // A copy of the previous version stored the origin alone; to be removed in the next release.
  if (!details.redirectUrlSha256) return true
  return details.redirectUrlSha256 === redirectUrlSha256(url)
}

/** A challenge needs the verifier that fits; without a challenge there must be none, or PKCE could be talked away (RFC 9700 §2.1.1). */
function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  const made = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return wanted.length === made.length && timingSafeEqual(wanted, made)
}
