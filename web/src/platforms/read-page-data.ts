import type { ReactPageName } from '@foyer/contract/pages'
import type { Site } from '@foyer/contract/site'
import type { PageData } from './page-context.ts'

/** The data that a document contains for hydration. */
export type SiteScript = Site & Omit<PageData, 'site' | 'page' | 'platform'>

/** Reads the data that the document was rendered with. */
export function readPageData(): PageData & { page: ReactPageName } {
  const { platform, page } = document.documentElement.dataset as Pick<PageData, 'platform'> & {
    page: ReactPageName
  }
  const data: SiteScript = JSON.parse(document.getElementById('site')?.textContent ?? '')
  return { ...data, page, platform, site: data }
}
