/** Derives facts about a platform's document from the table of pages. */
import { pages, type RenderedPageName } from '@foyer/contract/pages'
import type { PageData } from './page-context.ts'

/** Checks whether the page has the top navigation. School platforms have it on every page. */
export function hasNavigation(page: RenderedPageName, { hasMenu }: Pick<PageData, 'hasMenu'>): boolean {
  return pages[page].hasNavigation === true || hasMenu === true
}
