import { isPlatform } from '@foyer/contract/platforms'
import type { PageData } from '../platforms/page-context.ts'
import { isReactPage, type ReactPageName } from '../platforms/rendered-pages.ts'
import type { SiteScript } from './page-document.ts'

/** What the document was rendered with. */
export function readPageData(): PageData & { page: ReactPageName } {
  const { platform, page } = document.documentElement.dataset
  const { brand, paths, year, ...site }: SiteScript = JSON.parse(
    document.getElementById('site')?.textContent ?? '',
  )
  const name = page as PageData['page']
  if (!isPlatform(platform) || !isReactPage(name)) throw new Error('The page does not say what it is')
  return { page: name, platform, brand, site, paths, year }
}
