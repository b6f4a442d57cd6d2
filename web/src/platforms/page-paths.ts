/**
 * Lists the paths that a page links to. Only the renderer calls this function, so that browsers need not load the table of
 * pages.
 */

import { entryPath } from '@foyer/contract/addresses'
import { areas, authRoutes } from '@foyer/contract/areas'
import { pageOf } from '@foyer/contract/page-of'
import type { PageName } from '@foyer/contract/pages'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { PageData } from './page-context.ts'

export function pagePaths(platform: Platform): PageData['paths'] {
  const of = (path: string) => `${path}?platform=${platform}`
  const ifRendered = (page: PageName, path: string) => (pageOf(page, platform) ? of(path) : null)
  return {
    signIn: of(entryPath('sign-in', platform)),
    signOut: of(authRoutes(platform).logout),
    signUp: ifRendered('sign-up', entryPath('sign-up', platform)) ?? signUpOfArea(platform),
    forgotPassword: ifRendered('forgot-password', entryPath('forgot-password', platform)),
    help: ifRendered('help', '/help'),
  }
}

/**
 * Returns the sign-up of a school. Platforms with the navigation of schools link to it, although it belongs to another
 * platform (product 2.6).
 */
function signUpOfArea(platform: Platform): string | null {
  const { area, navigation } = platformRow(platform)
  const school = areas[area].platform
  const isOffered = navigation === 'school' && pageOf('sign-up', school) !== null
  return isOffered ? `${entryPath('sign-up', school)}?platform=${school}` : null
}
