/** Goes to a path of this front end, without loading a document if possible. */
import { resolvePage } from '@foyer/contract/addresses'
import { isReactPage, pageOf, pages, type ReactPageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { openPage } from './page-history.ts'

/** `platform` is the platform of this document; pages of another platform or external site have documents of their own. */
export function navigate(path: string, platform: Platform, { replace = false } = {}): void {
  const { pathname, search, searchParams } = new URL(path, location.origin)
  const found = resolvePage(pathname, searchParams)
  if (found.kind === 'redirect' && found.to !== path) navigate(found.to, platform, { replace })
  else {
    const page = found.kind === 'page' && found.platform === platform && pageOf(found.page, platform)
    if (page && isReactPage(page) && !pages[page].external && hasSameLayout(page)) {
      // The early script has run for another page.
      if (page === 'sign-in') window.foyer.offer(search)
      openPage(path, page, replace)
    } else if (replace) location.replace(path)
    else location.assign(path)
  }
}

/** The documents of some pages have the panel in the split layout, and those of the others have the arches. */
function hasSameLayout(page: ReactPageName): boolean {
  const { split, page: rendered } = document.documentElement.dataset
  return split === undefined || pages[page].hasPanel === pages[rendered as ReactPageName].hasPanel
}
