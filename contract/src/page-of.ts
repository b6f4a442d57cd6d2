/** Tells which page a platform shows. */
import { isRenderedPage, type PageName, pages, type RenderedPageName } from './pages.ts'
import { type Platform, platformRow } from './platforms.ts'

/**
 * Returns what a platform shows for a page: schools sign up with a form of their own, and platforms that invite their users
 * have no sign-up. Null for a page that the platform does not have.
 */
export function pageOf(page: PageName, platform: Platform): RenderedPageName | null {
  if (!isRenderedPage(page)) return null
  const { signUp } = pages[page]
  const own = platformRow(platform).signUp
  if (!signUp || signUp === own) return page
  return page === 'sign-up' && own === 'school' ? 'school-sign-up' : null
}
