/** Derives facts about a platform's document from the table of pages. */
import { pages, type RenderedPageName } from '@foyer/contract/pages'
import type { PageData } from './page-context.ts'

/** Checks whether the page has the top navigation. School platforms have it on every page. */
export function hasNavigation(page: RenderedPageName, { hasMenu }: Pick<PageData, 'hasMenu'>): boolean {
  return pages[page].hasNavigation === true || hasMenu === true
}

/** Returns the HTML description: the platform's text, else the family's text, else the page's text. */
export function descriptionOf(
  page: RenderedPageName,
  { platform, brand, site }: Pick<PageData, 'platform' | 'brand' | 'site'>,
): string {
  const { description, familyDescriptions, platformDescriptions } = pages[page]
  const text = platformDescriptions?.[platform] ?? familyDescriptions?.[brand.family] ?? description
  return text.replaceAll('{platform}', brand.displayName).replaceAll('{provider}', site.provider)
}
