/** Stores the pages rendered at the start: bytes, ETags and the script and style hashes of their security policy. */
import type { PageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import type { RenderedPage } from '@foyer/contract/site'
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts'

export type StoredPage = StoredAnswer & Omit<RenderedPage, 'page' | 'platform' | 'html'>

export type PageStore = {
  /** Returns undefined for a page that the front end does not render. */
  find(page: PageName, platform: Platform): Promise<StoredPage | undefined>
}

/** Keeps all pages in memory. */
export function storePages(rendered: readonly RenderedPage[]): PageStore {
  const pages = new Map(rendered.map((page) => [`${page.page} ${page.platform}`, storePage(page)]))
  return { find: async (page, platform) => pages.get(`${page} ${platform}`) }
}

/** Renders a page at every request, for development. */
export function renderOnDemand(
  render: (only: { page: PageName; platform: Platform }) => Promise<RenderedPage | undefined>,
): PageStore {
  return {
    find: async (page, platform) => {
      const rendered = await render({ page, platform })
      return rendered && storePage(rendered)
    },
  }
}

type MadePage = Omit<RenderedPage, 'page' | 'platform'>

/**
 * Stores a rendered page. It is compressed at its first request, because compressing all pages would delay the start.
 */
export function storePage({ html, scriptHashes, styleHashes, social }: MadePage): StoredPage {
  const answer = storeAnswer('text/html; charset=utf-8', Buffer.from(html))
  return { ...answer, scriptHashes, styleHashes, ...(social && { social }) }
}
