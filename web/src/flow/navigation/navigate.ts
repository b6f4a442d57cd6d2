/** Goes to a path of this front end, without loading a document if possible. */
import { resolvePage } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { externalPages } from '@foyer/contract/targets/externals'
import { hasPanel } from '../../platforms/has-panel.ts'
import { renderedPage } from '../../platforms/is-rendered.ts'
import { isReactPage, type ReactPageName } from '../../platforms/rendered-pages.ts'
import { openPage } from './page-history.ts'

/** `platform` is the platform of this document; pages of another platform or external site have documents of their own. */
export function navigate(path: string, platform: Platform, { replace = false } = {}): void {
  const { pathname, search, searchParams } = new URL(path, location.origin)
  const found = resolvePage(pathname, searchParams)
  if (found.kind === 'redirect' && found.to !== path) navigate(found.to, platform, { replace })
  else {
    const page = found.kind === 'page' && found.platform === platform && renderedPage(found.page, platform)
    if (page && isReactPage(page) && !externalPages[found.page] && hasSameLayout(page)) {
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
  return split === undefined || hasPanel(page) === hasPanel(rendered as ReactPageName)
}
