/** Builds the URLs of a platform's own pages from its registered home and paths. No other file builds them. */

/** The default paths of a platform's own pages, relative to its home. The platforms file may register other paths. */
export const defaultPlatformPaths = {
  library: '/library',
  orders: '/orders',
  settings: '/settings',
  profile: '/profile',
  /** The user's own skill profile. */
  skillProfile: '/skill-profile',
  /** The public skill profiles, each below this path. */
  publicSkillProfile: '/profile/skill-profile/',
} as const

export type PlatformPage = keyof typeof defaultPlatformPaths
export type PlatformPaths = Partial<Record<PlatformPage, string>>

/** A link to a page of a platform. */
export type PlatformLink = {
  page: 'home' | PlatformPage
  /** Encoded segments to append to the page's path. */
  rest?: string
  query?: URLSearchParams
}

type PlatformSite = { home: string; paths?: PlatformPaths | undefined }

/**
 * Returns the URL of a platform's page. The home keeps its own query and fragment; other pages have neither. A
 * parameter of the registered home takes precedence over the same parameter in `query`.
 *
 * @example platformUrl({ home: 'https://learn.test/app?from=foyer' }, { page: 'orders' }) //
 * 'https://learn.test/app/orders'
 */
export function platformUrl({ home, paths }: PlatformSite, { page, rest = '', query }: PlatformLink): string {
  const url = new URL(home)
  if (page !== 'home') {
    const path = paths?.[page] ?? defaultPlatformPaths[page]
    url.pathname = withoutEndSlash(url.pathname) + (rest ? `${withoutEndSlash(path)}/${rest}` : path)
    url.search = ''
    url.hash = ''
  }
  const registered = new URLSearchParams(url.search)
  for (const [name, value] of query ?? []) {
    if (!registered.has(name)) url.searchParams.append(name, value)
  }
  return url.href
}

function withoutEndSlash(path: string): string {
  return path.replace(/\/$/, '')
}

/**
 * Checks that a path stays below the home: it starts with one '/', has no empty or dot segment and no query, and needs
 * no encoding.
 */
export function isPlatformPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false
  // Parsing the URL would change a backslash, a space or a dot segment.
  return URL.parse(path, 'https://home.invalid')?.pathname === path
}
