/**
 * Resolves the addresses of this host: the paths of pages.ts, and those that only redirect (product 2.1, 2.2). The service
 * decides redirects, status and headers by it, the front end its moves inside a document.
 */
import { areaOfPath, areas, platformFor } from './areas.ts'
import type { PlatformLink } from './navigation/platform-links.ts'
import type { PageType } from './page-row.ts'
import { type PageName, pageFacts, pageNames, pages } from './pages.ts'
import { type Area, isPlatform, type Platform, platformRow } from './platforms.ts'
import { sectionNames } from './profile/section-names.ts'

/** Pages with one path per area; the platform in the query decides which. */
type EntryPage = 'sign-in' | 'sign-up' | 'forgot-password'

type Redirect =
  /** Redirects to the page of this name, for the platform of the query or else of the area. */
  | { redirectTo: EntryPage }
  /** Redirects to a page of the learning site; `{name}` and `{*}` in `rest` are parameters of the path (product 2.8). */
  | { redirectToLearning: LearningTarget }

/** `path` has `:name` parameters of one segment and may end with `*` for one or more segments. */
type Address = { path: string; area: Area } & ({ page: PageName } | Redirect)

type LearningTarget = { page: PlatformLink['page']; rest?: string; query?: Record<string, string> }

const redirects: readonly (Address & Redirect)[] = [
  { path: '/reset-password', area: 'main', redirectTo: 'forgot-password' },
  { path: '/svp', area: 'svp', redirectTo: 'sign-in' },
  { path: '/svp/login', area: 'svp', redirectTo: 'sign-in' },
  { path: '/svp/forgot-password', area: 'svp', redirectTo: 'forgot-password' },
  { path: '/internal', area: 'internal', redirectTo: 'sign-in' },
  { path: '/internal/login', area: 'internal', redirectTo: 'sign-in' },
  { path: '/internal/forgot-password', area: 'internal', redirectTo: 'forgot-password' },
  { path: '/centre', area: 'centre', redirectTo: 'sign-in' },
  { path: '/centre/login', area: 'centre', redirectTo: 'sign-in' },
  { path: '/centre/forgot-password', area: 'centre', redirectTo: 'forgot-password' },
  { path: '/school', area: 'school', redirectTo: 'sign-in' },
  /** The legacy addresses of sign-in and sign-up. */
  { path: '/school/sign-in', area: 'school', redirectTo: 'sign-in' },
  { path: '/school/sign-up', area: 'school', redirectTo: 'sign-up' },
  { path: '/partner', area: 'partner', redirectTo: 'sign-in' },
  { path: '/dashboard', area: 'main', redirectToLearning: { page: 'home' } },
  { path: '/dashboard/profile', area: 'main', redirectToLearning: { page: 'profile' } },
  {
    path: '/dashboard/profile/edit',
    area: 'main',
    redirectToLearning: { page: 'profile', query: { edit: 'true' } },
  },
  { path: '/dashboard/skill-profile', area: 'main', redirectToLearning: { page: 'skillProfile' } },
  { path: '/profile', area: 'main', redirectToLearning: { page: 'profile' } },
  { path: '/profile/*', area: 'main', redirectToLearning: { page: 'profile', rest: '{*}' } },
  { path: '/skill-profile', area: 'main', redirectToLearning: { page: 'publicSkillProfile' } },
  {
    path: '/skill-profile/:username',
    area: 'main',
    redirectToLearning: { page: 'publicSkillProfile', rest: '{username}' },
  },
  { path: '/skill-profile/*', area: 'main', redirectToLearning: { page: 'publicSkillProfile' } },
]

/** Lists every path of this host. */
export const addresses: readonly Address[] = /* @__PURE__ */ listAddresses()

function listAddresses(): Address[] {
  const ofPages = pageNames().flatMap((page) =>
    Object.entries(pages[page].paths).map(([area, path]) => ({ path, area: area as Area, page })),
  )
  return [...ofPages, ...profileAddresses(), ...redirects]
}

/** Lists the addresses of the parts of a profile: its head and its sections. */
function profileAddresses(): Address[] {
  const { main } = pages['account-profile'].paths
  return ['about', ...sectionNames].map((name) => ({
    path: `${main}/${name}`,
    area: 'main',
    page: 'account-profile',
  }))
}

export type ResolvedPage =
  | { kind: 'page'; page: PageName; type: PageType; platform: Platform; params: Record<string, string> }
  /** A path of this host, query included. */
  | { kind: 'redirect'; to: string }
  | { kind: 'redirect-to-learning'; to: PlatformLink }

/**
 * Resolves a path and query of this host to a page, a path of this host, or a page of the learning site (product 2.1, 2.2,
 * 2.8). An unknown path is `not-found`. Where the platform is missing or unknown, pages that users open by themselves
 * redirect to the platform of the area; on other pages an unknown one is `invalid-url` (docs/decisions/pages.md).
 *
 * @example resolvePage('/signup', new URLSearchParams()) // { kind: 'redirect', to: '/signup?platform=student' }
 */
export function resolvePage(pathname: string, search: URLSearchParams): ResolvedPage {
  const platform = platformFor(pathname, search.get('platform'))
  const plain = { kind: 'page', type: 'plain', platform, params: {} } as const
  // A redirect to `//host` would lead to another host.
  if (pathname.includes('//')) return { ...plain, page: 'not-found' }
  if (pathname.length > 1 && pathname.endsWith('/')) {
    return { kind: 'redirect', to: withQuery(pathname.slice(0, -1), search) }
  }
  const found = matchPage(pathname)
  if (!found) return { ...plain, page: 'not-found' }
  const { row, params } = found
  if ('redirectToLearning' in row) {
    const { page, rest = '', query } = row.redirectToLearning
    const to = { page, rest: fillIn(rest, params), query: mergedQuery(search, query) }
    return { kind: 'redirect-to-learning', to }
  }
  const page = 'redirectTo' in row ? row.redirectTo : row.page
  const isUnknown = search.has('platform') && !isPlatform(search.get('platform'))
  if (isUnknown && search.get('iframe') === 'true') return { ...plain, page: 'invalid-url' }
  if (isEntryPage(page)) {
    const path = entryPath(page, platform)
    if (path !== pathname || search.get('platform') !== platform) {
      return { kind: 'redirect', to: withQuery(path, search, { platform }) }
    }
  }
  if ('redirectTo' in row) return { ...plain, page: 'not-found' }
  const { type, isOwn } = pageFacts(row.page)
  const { partner } = { partner: null, ...pages[row.page] }
  if (partner && platform === platformFor(pathname, null)) {
    if (search.get('platform') !== platform || search.get('login_source') !== partner) {
      return { kind: 'redirect', to: withQuery(pathname, search, { platform, login_source: partner }) }
    }
  } else if (partner) return { ...plain, page: 'not-found' }
  if (type === 'plain' && search.get('platform') !== platform && (isUnknown || !isOwn)) {
    return { kind: 'redirect', to: withQuery(pathname, search, { platform }) }
  }
  if (isUnknown) return { ...plain, page: 'invalid-url' }
  if (page === 'sign-in' && search.get('iframe') === 'true') {
    return { kind: 'page', page: 'sign-in-frame', type: pages['sign-in-frame'].type, platform, params }
  }
  return { kind: 'page', page: row.page, type, platform, params }
}

/** Returns the path of a platform's sign-in, sign-up or forgot-password page; without open sign-up that is its sign-in. */
export function entryPath(page: EntryPage, platform: Platform): string {
  const { area, signUp } = platformRow(platform)
  const routes = areas[area].hasOwnPages ? areas[area] : areas.main
  if (page === 'forgot-password') return routes.forgotPassword
  return page === 'sign-up' && signUp !== 'invitation' ? routes.signUp : routes.signIn
}

/** Returns the pattern of a path, such as `/reset-password/:uuid/:token/:timestamp`; null for an unknown path. */
export function pagePattern(pathname: string): string | null {
  return matchPage(pathname)?.row.path ?? null
}

function isEntryPage(page: PageName): page is EntryPage {
  return page === 'sign-in' || page === 'sign-up' || page === 'forgot-password'
}

function matchPage(pathname: string): { row: Address; params: Record<string, string> } | null {
  for (const row of addresses) {
    const params = matchPath(row.path, pathname)
    if (params) return { row, params }
  }
  return null
}

/** Returns the decoded parameters of a path, with the undecoded rest as `*`; null when it does not match the pattern. */
function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  const isOpen = wanted.at(-1) === '*'
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part === '*') params['*'] = given.slice(index).join('/')
    else if (part.startsWith(':')) {
      const value = decoded(given[index] ?? '')
      if (!value) return null
      params[part.slice(1)] = value
    } else if (part !== given[index]) return null
  }
  return params
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Fills the parameters in; encodes each segment and drops dot segments, so that no value changes the path (product 2.8). */
function fillIn(target: string, params: Record<string, string>): string {
  return target.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    (params[name] ?? '')
      .split(name === '*' ? '/' : /$^/)
      .map((segment) => (name === '*' ? (decoded(segment) ?? '') : segment))
      .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
      .map(encodeURIComponent)
      .join('/'),
  )
}

/** Returns a path with the query and more parameters merged into it, as the internal redirect of product 2.8 does. */
export function withQuery(path: string, search: URLSearchParams, more: Record<string, string> = {}): string {
  const query = mergedQuery(search, more).toString()
  return query ? `${path}?${query}` : path
}

function mergedQuery(search: URLSearchParams, more: Record<string, string> = {}): URLSearchParams {
  const merged = new URLSearchParams(search)
  for (const [name, value] of Object.entries(more)) merged.set(name, value)
  return merged
}

/**
 * Returns the sign-in address after a logout: of the platform in the query, else of the path's area (product 2.2). It carries
 * `redirect-url` (or `origin` without one) and the PKCE challenge (RFC 7636).
 */
export function signInAfterLogout(pathname: string, search: URLSearchParams): string {
  const platform = platformFor(pathname, search.get('platform'))
  const carried = new URLSearchParams()
  for (const name of ['redirect-url', 'origin', 'code_challenge', 'code_challenge_method']) {
    const value = search.get(name)
    if (value !== null && !(name === 'origin' && search.has('redirect-url'))) carried.set(name, value)
  }
  return withQuery(areas[areaOf(platform, pathname)].signIn, carried, { platform })
}

function areaOf(platform: Platform, pathname: string): Area {
  const area = areaOfPath(pathname)
  return area === 'main' ? platformRow(platform).area : area
}
