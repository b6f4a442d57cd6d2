/** Builds what a code is bound to: the details that are stored when it is minted, and expected when it is redeemed. */
import { hash } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import type { External } from '@foyer/contract/targets/externals'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { PlatformClient } from '../accounts/keys/platform-clients.ts'
import type { Redemption } from './check-redemption.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

export type CodeDetails = Record<string, string | null>

export function detailsOf({
  platform,
  external,
  codeChallenge,
  target,
}: {
  platform: Platform
  external: External | null | undefined
  codeChallenge: string | null
  target: URL
}): CodeDetails {
  return {
    platform,
    ...(external && { external }),
    // The origin says which clients redeem the code (docs/decisions/handover.md).
    redirectOrigin: target.origin,
    redirectUrlSha256: redirectUrlSha256(target),
    codeChallenge,
  }
}

/**
 * Returns the details of the code that this request redeems if it is right, as `findMismatch` judges it; null for a
 * request that `findMismatch` must judge itself, because it is wrong for every code, or names no redirect URL.
 */
export function expectedDetails(
  given: Redemption,
  { platforms, external, origins, requiresPkce }: PlatformClient,
): CodeDetails | null {
  const { platform, redirectUrl, codeVerifier } = given
  if (!platforms.includes(platform) || redirectUrl === undefined) return null
  if (codeVerifier === undefined && requiresPkce) return null
  const target = trustedUrl(redirectUrl, origins)
  if (!target) return null
  const codeChallenge = codeVerifier === undefined ? null : hash('sha256', codeVerifier, 'base64url')
  return detailsOf({ platform, external, codeChallenge, target })
}
