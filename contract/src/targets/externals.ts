/**
 * Lists the sites of other companies to which a signed-in user can be handed over, and builds the URL that receives the
 * code (product 2.1, 2.8). The platforms file of an installation registers them.
 */
import type { Platform } from '../platforms.ts'
import { trustedUrl } from './trusted-origin.ts'

export const externals = ['zoom'] as const
export type External = (typeof externals)[number]

/** The part of the entry that the page of an external site contains. */
export type ExternalPlace = {
  /** The site's name on the page. */
  name: string
  /** The only URL to which codes are sent. */
  url: string
  /** True if users of the page's platform may be handed over. */
  isAllowed: boolean
}

/** Query parameters that control Foyer's own pages or identify the user; no other site receives them. */
export const ownParameters: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'platform',
  'redirect-url',
  'origin',
  'iframe',
  'return',
  'email',
  'phoneNumber',
  'autoNext',
  'login_source',
  'signup_source',
  'code',
  'code_challenge',
  'code_challenge_method',
])

/**
 * Returns the registered URL with the platform, which the exchange of the code must name, and with the query of the
 * page (product 2.8). A parameter of the registered URL always keeps its value.
 *
 * @example externalUrl('https://meet.example/in?org=7', 'student', new URLSearchParams('state=a&org=8')).href //
 * 'https://meet.example/in?org=7&platform=student&state=a'
 */
export function externalUrl(registered: string, platform: Platform, query: URLSearchParams): URL {
  const url = new URL(registered)
  const fixed = new Set(url.searchParams.keys())
  url.searchParams.set('platform', platform)
  for (const [name, value] of query) {
    if (!fixed.has(name) && !ownParameters.has(name)) url.searchParams.append(name, value)
  }
  return url
}

/** Returns the URL if `externalUrl` can build it from the registered URL and some query; otherwise null. */
export function trustedExternalUrl(value: string, registered: string, platform: Platform): URL | null {
  const url = trustedUrl(value, [new URL(registered).origin])
  return url && externalUrl(registered, platform, url.searchParams).href === value ? url : null
}
