/** Builds the URL of the return page, at which a flow with a provider ends, and checks the page to which it leads back. */
import { resolvePage } from '@foyer/contract/addresses'
import { pageFacts } from '@foyer/contract/pages'
import { platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { FlowDetails } from './flow-state.ts'
import type { SocialIdentity } from './identity.ts'

/** Returns path and query of a page of this platform with the buttons of social sign-in; null for any other address. */
export function readReturn(given: string, platform: Platform): string | null {
  const own = 'https://foyer.invalid'
  const url = /^\/(?![/\\])/.test(given) ? URL.parse(given, own) : null
  if (url?.origin !== own) return null
  const found = resolvePage(url.pathname, url.searchParams)
  const isOffered = found.kind === 'page' && pageFacts(found.page).social === 'shown'
  return isOffered && found.platform === platform ? url.pathname + url.search : null
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
