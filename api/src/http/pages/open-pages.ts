/** The front end's pages, rendered by what its build left: this service knows the file, not its source. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { RenderedPage, RenderPages, Site } from '@foyer/contract/site'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../start-error.ts'
import { type PageStore, renderOnDemand, storePages } from './page-store.ts'

const devServerAnswerMs = 10_000
const buildAppearsMs = 15_000

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
  await waitForBuild(config.webFolder)
  const built = pathToFileURL(join(config.webFolder, 'server', 'render.js')).href
  const { renderPages } = (await import(built)) as { renderPages: RenderPages }
  return storePages(await renderPages(allSites))
}

/** `npm start` builds the front end beside us; the build is put in place whole. */
async function waitForBuild(folder: string): Promise<void> {
  for (const begun = performance.now(); !existsSync(join(folder, 'stamp')); await sleep(20)) {
    if (performance.now() - begun < buildAppearsMs) continue
    throw new StartError(`There is no front end in ${folder}: build it with node web/build.ts.`)
  }
}

/** Returns the settings that a page of this platform carries to the browser. */
export function siteOf(config: Config, platform: Platform): Site {
  const { provider, supportEmail, links, registry } = config
  return {
    provider,
    supportEmail,
    links,
    home: registry.homeOf(platform),
    redirectOrigins: registry.originsOf(platform),
    ...(!config.isProduction && { platformsFile: config.platformsFile }),
  }
}
