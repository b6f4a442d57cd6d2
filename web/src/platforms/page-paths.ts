/** Lists the paths that a page links to. Only the renderer calls this: browsers need not load the table of pages. */

import { authRoutes } from '@foyer/contract/areas'
import { entryPath, type PageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { isRendered } from './is-rendered.ts'
import type { PageData } from './page-context.ts'

export function pagePaths(platform: Platform): PageData['paths'] {
  const of = (path: string) => `${path}?platform=${platform}`
  const ifRendered = (page: PageName, path: string) => (isRendered(page, platform) ? of(path) : null)
  return {
    signIn: of(entryPath('sign-in', platform)),
    signOut: of(authRoutes(platform).logout),
    signUp: ifRendered('sign-up', entryPath('sign-up', platform)),
    forgotPassword: ifRendered('forgot-password', entryPath('forgot-password', platform)),
    help: ifRendered('help', '/help'),
  }
}
