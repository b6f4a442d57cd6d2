/** Builds what a code is bound to: the details that are stored when it is minted, and expected when it is redeemed. */
import { hash } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import type { External } from '@foyer/contract/targets/externals'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { PlatformClient } from '../accounts/keys/platform-clients.ts'
import type { Redemption } from './check-redemption.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

export type CodeDetails = Record<string, string | null>

/** `target` is null for a request that names no redirect URL. */
export function detailsOf({
  platform,
  external,
  codeChallenge,
  target,
}: {
  platform: Platform
  external: External | null | undefined
  codeChallenge: string | null
  target: URL | null
}): CodeDetails {
  return {
    platform,
    ...(external && { external }),
    // Copies of the previous version compare the origin alone. The next release removes this field.
    ...(target && { redirectOrigin: target.origin, redirectUrlSha256: redirectUrlSha256(target) }),
    codeChallenge,
  }
}

const ofTarget = ['redirectOrigin', 'redirectUrlSha256'] as const

/**
 * Returns the details of the code that this request redeems if it is right, as `findMismatch` judges it; null for a
 * request that `findMismatch` must judge itself, because it is wrong for every code or more than one could be right.
 */
export function expectedDetails(
  given: Redemption,
  { platforms, external, requiresPkce }: PlatformClient,
): { details: CodeDetails; ignored: readonly string[] } | null {
  const { platform, redirectUrl, codeVerifier } = given
  if (!platforms.includes(platform)) return null
  const isBound = codeVerifier !== undefined || external !== null
  if ((codeVerifier === undefined && requiresPkce) || (isBound && redirectUrl === undefined)) return null
  const target = redirectUrl === undefined ? null : trustedUrl(redirectUrl, [originOf(redirectUrl)])
  if (redirectUrl !== undefined && !target) return null
  const codeChallenge = codeVerifier === undefined ? null : hash('sha256', codeVerifier, 'base64url')
  const details = detailsOf({ platform, external, codeChallenge, target })
  return { details, ignored: target ? [] : ofTarget }
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? ''
}
