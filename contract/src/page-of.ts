/** Tells which page a platform shows. */
import { isRenderedPage, type PageName, pageNames, pages, type RenderedPageName } from './pages.ts'
import { type Platform, platformRow } from './platforms.ts'

/**
 * Returns what a platform shows for a page: schools sign up with a form of their own, platforms that invite their users have
 * no sign-up, and some sections of the account are for the users of one area. Null for a page that the platform does not
 * have.
 */
export function pageOf(page: PageName, platform: Platform): RenderedPageName | null {
  if (!isRenderedPage(page)) return null
  const { signUp, areas } = pages[page]
  const { signUp: own, area } = platformRow(platform)
  if (areas && !areas.includes(area)) return null
  if (!signUp || signUp === own) return page
  return page === 'sign-up' && own === 'school' ? 'school-sign-up' : null
}

type AccountSection = { page: RenderedPageName; label: string; path: string }

/** Lists the sections of a platform's account area, in the order of the table of pages. */
export function accountSections(platform: Platform): AccountSection[] {
  return pageNames().flatMap((name) => {
    const page = pageOf(name, platform)
    const { section, paths } = page ? pages[page] : {}
    return page && section && paths?.main ? [{ page, label: section.label, path: paths.main }] : []
  })
}
