/** Derives from the table of pages what a document of a platform has. */
import { pages, type RenderedPageName } from '@foyer/contract/pages'
import type { PageData } from './page-context.ts'

/** Checks whether the page has the top navigation, which the school platforms have on every page. */
export function hasNavigation(page: RenderedPageName, { hasMenu }: Pick<PageData, 'hasMenu'>): boolean {
  return pages[page].hasNavigation === true || hasMenu === true
}

/** Returns the description for the HTML of a page, of its platform, else of its family, else of the page. */
export function descriptionOf(
  page: RenderedPageName,
  { platform, brand, site }: Pick<PageData, 'platform' | 'brand' | 'site'>,
): string {
  const { description, familyDescriptions, platformDescriptions } = pages[page]
  const text = platformDescriptions?.[platform] ?? familyDescriptions?.[brand.family] ?? description
  return text.replaceAll('{platform}', brand.displayName).replaceAll('{provider}', site.provider)
}
