import { type Platform, platformRow } from '@foyer/contract/platforms'

/** Checks whether a page has the top navigation: account and help on all platforms, every page of the school platforms. */
export function hasNavigation(page: string, platform: Platform): boolean {
  return page === 'account' || page === 'help' || platformRow(platform).navigation === 'school'
}
