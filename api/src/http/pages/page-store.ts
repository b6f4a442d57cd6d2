/** Stores the pages rendered at the start: bytes, entity tags and the hashes for their security policy. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { PageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import type { RenderedPage } from '@foyer/contract/site'

export type StoredPage = {
  bytes: Buffer
  /** Compresses at the highest level on first use; compressing every page at the start would delay it. */
  brotli(): Promise<Buffer>
  /** The entity tag, without the suffix of an encoding. */
  tag: string
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
}

export type PageStore = {
  /** Returns undefined for a page that the front end does not render. */
  find(page: PageName, platform: Platform): Promise<StoredPage | undefined>
}

const compress = promisify(brotliCompress)

/** Keeps all pages in memory until the next restart. */
export function storePages(rendered: readonly RenderedPage[]): PageStore {
  const pages = new Map(rendered.map((page) => [`${page.page} ${page.platform}`, storePage(page)]))
  return { find: async (page, platform) => pages.get(`${page} ${platform}`) }
}

/** Renders each page at every request, for development. */
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

type MadePage = Pick<RenderedPage, 'html' | 'scriptHashes' | 'styleHashes'>

export function storePage({ html, scriptHashes, styleHashes }: MadePage): StoredPage {
  const bytes = Buffer.from(html)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  let packed: Promise<Buffer> | undefined
  function brotli(): Promise<Buffer> {
    packed ??= compress(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    return packed
  }
  return { bytes, brotli, tag, scriptHashes, styleHashes }
}
