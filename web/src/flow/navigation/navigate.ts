/** Goes to a path of this front end, without loading a document if possible. */
import { type PageName, resolvePage } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { externalPages } from '@foyer/contract/targets/externals'
import { isRendered } from '../../platforms/is-rendered.ts'
import { isReactPage } from '../../platforms/rendered-pages.ts'
import { openPage } from './page-history.ts'

/** `platform` is the platform of this document; pages of another platform or external site have documents of their own. */
export function navigate(path: string, platform: Platform, { replace = false } = {}): void {
  const { pathname, search, searchParams } = new URL(path, location.origin)
  const found = resolvePage(pathname, searchParams)
  if (found.kind === 'redirect' && found.to !== path) navigate(found.to, platform, { replace })
  else if (
    found.kind === 'page' &&
    found.platform === platform &&
    isRendered(found.page, platform) &&
    isReactPage(found.page) &&
    !externalPages[found.page] &&
    hasSameLayout(found.page)
  ) {
    // The early script has run for another page.
    if (found.page === 'sign-in') window.foyer.offer(search)
    openPage(path, found.page, replace)
  } else if (replace) location.replace(path)
  else location.assign(path)
}

/** The document of sign-in in the split layout has the panel, and the documents of its other pages have the arches. */
function hasSameLayout(page: PageName): boolean {
  const { split, page: rendered } = document.documentElement.dataset
  return split === undefined || (page === 'sign-in') === (rendered === 'sign-in')
}
