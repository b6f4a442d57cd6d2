/** Builds the URL of the return page, at which a flow with a provider ends, and checks the page to which it leads back. */
import { resolvePage } from '@foyer/contract/addresses'
import { pageFacts } from '@foyer/contract/pages'
import { platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { FlowDetails } from './flow-state.ts'
import type { SocialIdentity } from './identity.ts'

/**
 * Returns path and query of the page to which the browser returns; null for any other address. It is a page of this platform
 * with the buttons of social sign-in or, for a link, the section of the account that began it.
 */
export function readReturn(
  given: string,
  platform: Platform,
  { isLink }: { isLink: boolean },
): string | null {
  const own = 'https://foyer.invalid'
  const url = /^\/(?![/\\])/.test(given) ? URL.parse(given, own) : null
  if (url?.origin !== own) return null
  const found = resolvePage(url.pathname, url.searchParams)
  if (found.kind !== 'page' || found.platform !== platform) return null
  const begins = isLink ? found.page === 'account-security' : pageFacts(found.page).social === 'shown'
  return begins ? url.pathname + url.search : null
}

type SocialResult =
  | { reference: string; identity: SocialIdentity }
  /** `denied`: the user cancelled at the provider. */
  | { error: 'denied' | 'failed' }

/** Builds the URL of the return page. The result is in the fragment, which reaches no server. */
export function returnAddress(
  flow: Partial<FlowDetails> & { provider?: SocialProvider },
  result: SocialResult,
): string {
  const { mode, channel, return: back, provider } = flow
  const fragment = new URLSearchParams({
    ...(mode && { mode }),
    ...(channel && { channel }),
    ...(back && { return: back }),
    ...(provider && { provider }),
    ...('error' in result
      ? { error: result.error }
      : {
          reference: result.reference,
          ...(result.identity.fullName && { hasName: '1' }),
          ...(result.identity.email && { hasEmail: '1' }),
        }),
  })
  return `/social-return?platform=${flow.platform ?? usualPlatform}#${fragment}`
}

const usualPlatform = platforms.find((platform) => platformPolicies[platform].offersSocial)
