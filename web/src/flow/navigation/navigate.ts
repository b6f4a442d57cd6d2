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

/**
 * Checks whether this document has what the page needs: its style sheet and, in the split layout, where some documents
 * contain the panel and others the arches, the same of them.
 */
function hasSameLayout(page: ReactPageName): boolean {
  const { split, page: rendered } = document.documentElement.dataset
  const { hasPanel, sheet } = pages[rendered as ReactPageName]
  const isStyled = pages[page].sheet === undefined || pages[page].sheet === sheet
  return isStyled && (split === undefined || pages[page].hasPanel === hasPanel)
}
