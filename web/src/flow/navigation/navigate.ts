/** Goes to a path of this front end, if possible without loading a document. */
import { resolvePage } from '@foyer/contract/addresses'
import { pageOf } from '@foyer/contract/page-of'
import { isReactPage, pages, type ReactPageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { openPage } from './page-history.ts'

/** `platform` is the platform of this document. Pages of other platforms and of external sites need documents of their own. */
export function navigate(path: string, platform: Platform, { replace = false } = {}): void {
  const { pathname, search, searchParams } = new URL(path, location.origin)
  const found = resolvePage(pathname, searchParams)
  if (found.kind === 'redirect' && found.to !== path) navigate(found.to, platform, { replace })
  else {
    const page = found.kind === 'page' && found.platform === platform && pageOf(found.page, platform)
    if (page && isReactPage(page) && !pages[page].external && hasSameLayout(page)) {
      // The early script offered the last person for the first page only.
      if (page === 'sign-in') window.foyer.offer(search)
      openPage(path, page, replace)
    } else if (replace) location.replace(path)
    else location.assign(path)
  }
}

/** In the split layout some documents contain the panel and others the arches. Checks whether the new page needs the same. */
function hasSameLayout(page: ReactPageName): boolean {
  const { split, page: rendered } = document.documentElement.dataset
  return split === undefined || pages[page].hasPanel === pages[rendered as ReactPageName].hasPanel
}
