/** Describes a page in its HTML. Only the renderer loads this file. */
import { pageDescriptions } from '@foyer/contract/page-descriptions'
import type { RenderedPageName } from '@foyer/contract/pages'
import type { PageData } from './page-context.ts'

/** Returns the HTML description: the platform's text, else the family's text, else the page's text. */
export function descriptionOf(
  page: RenderedPageName,
  { platform, brand, site }: Pick<PageData, 'platform' | 'brand' | 'site'>,
): string {
  const { description, familyDescriptions, platformDescriptions } = pageDescriptions[page]
  const text = platformDescriptions?.[platform] ?? familyDescriptions?.[brand.family] ?? description
  return text.replaceAll('{platform}', brand.displayName).replaceAll('{provider}', site.provider)
}
