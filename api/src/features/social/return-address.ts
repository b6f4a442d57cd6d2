/** Builds the address of the page that a way to a provider ends at, and checks the page that it goes back to. */
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
  /** `denied`: the user changed their mind at the provider. */
  | { error: 'denied' | 'failed' }

/** Only a page of this host reads the fragment: it reaches no server. */
export function returnAddress(
  way: Partial<FlowDetails> & { provider?: SocialProvider },
  result: SocialResult,
): string {
  const { mode, channel, return: back, provider } = way
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
  return `/social-return?platform=${way.platform ?? usualPlatform}#${fragment}`
}

const usualPlatform = platforms.find((platform) => platformPolicies[platform].offersSocial)
