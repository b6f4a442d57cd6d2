/** Builds the address at which the browser leaves for a social provider. */
import { withQuery } from '@foyer/contract/addresses'
import { urlMaxLength } from '@foyer/contract/shared-values'
import type { SocialProvider } from '@foyer/contract/social/providers'

type Way = {
  mode: 'popup' | 'redirect'
  /** The name of the channel for the popup's result. */
  channel?: string
  /** The ticket that links the account of the provider to the user's own. */
  link?: string
}

/** The browser returns to the page that it is on. */
export function startUrl(provider: SocialProvider, way: Way): string {
  const platform = document.documentElement.dataset.platform ?? ''
  const here = location.pathname + location.search
  const back =
    here.length <= urlMaxLength ? here : withQuery(location.pathname, new URLSearchParams(), { platform })
  const query = new URLSearchParams({ platform, ...way, return: back })
  return `/api/auth/social/${provider}/start?${query}`
}
