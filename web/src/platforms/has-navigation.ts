import type { PageData } from './page-context.ts'

/** Checks whether a page has the top navigation: account and help on all platforms, every page of the school platforms. */
export function hasNavigation(page: string, { hasMenu }: Pick<PageData, 'hasMenu'>): boolean {
  return page === 'account' || page === 'help' || hasMenu === true
}
