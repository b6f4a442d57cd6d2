/** Lists the paths that a page links to. Only the renderer calls this: browsers need not load the table of pages. */

import { areas, authRoutes } from '@foyer/contract/areas'
import { entryPath, type PageName } from '@foyer/contract/pages'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { isRendered } from './is-rendered.ts'
import type { PageData } from './page-context.ts'

export function pagePaths(platform: Platform): PageData['paths'] {
  const of = (path: string) => `${path}?platform=${platform}`
  const ifRendered = (page: PageName, path: string) => (isRendered(page, platform) ? of(path) : null)
  return {
    signIn: of(entryPath('sign-in', platform)),
    signOut: of(authRoutes(platform).logout),
    signUp: ifRendered('sign-up', entryPath('sign-up', platform)) ?? signUpOfArea(platform),
    forgotPassword: ifRendered('forgot-password', entryPath('forgot-password', platform)),
    help: ifRendered('help', '/help'),
  }
}

/** Platforms with the prompts of schools offer the sign-up of a school, which is another platform's page (product 2.6). */
function signUpOfArea(platform: Platform): string | null {
  const { area, navigation } = platformRow(platform)
  const school = areas[area].platform
  const isOffered = navigation === 'school' && isRendered('sign-up', school)
  return isOffered ? `${entryPath('sign-up', school)}?platform=${school}` : null
}
