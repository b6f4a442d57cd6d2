/** The front end's pages, rendered by what its build left: this service knows the file, not its source. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { RenderedPage, RenderPages, Site } from '@foyer/contract/site'
import type { Config } from './config.ts'
import { type PageStore, renderOnDemand, storePages } from './http/page-store.ts'
import { siteOf } from './services.ts'

const devServerAnswerMs = 10_000

/** All pages rendered once; from the development server, where one is named, each when asked for. */
export async function openPages(config: Config): Promise<PageStore> {
  const sites = Object.fromEntries(platforms.map((platform) => [platform, siteOf(config, platform)]))
  const allSites = sites as Record<Platform, Site>
  const { webDevUrl } = config
  if (webDevUrl) {
    return renderOnDemand(async (only) => {
      const answer = await fetch(`${webDevUrl}/render`, {
        method: 'POST',
        body: JSON.stringify({ sites: allSites, only }),
        signal: AbortSignal.timeout(devServerAnswerMs),
      })
      const [page] = (await answer.json()) as RenderedPage[]
      return page
    })
  }
  const built = pathToFileURL(join(config.webFolder, 'server', 'render.js')).href
  const { renderPages } = (await import(built)) as { renderPages: RenderPages }
  return storePages(await renderPages(allSites))
}
