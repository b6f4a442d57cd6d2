/** Renders the pages with the built front end. The service imports the build, never the front end's sources. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import type { PlatformSite, RenderedPage, RenderPages } from '@foyer/contract/site'
import { type ExternalPlace, externals } from '@foyer/contract/targets/externals'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../start-error.ts'
import { type PageStore, renderOnDemand, storePages } from './page-store.ts'

const devServerAnswerMs = 10_000
const buildAppearsMs = 15_000

/** Renders all pages once, or each on request through the development server if one is configured. */
export async function openPages(config: Config): Promise<PageStore> {
  const sites = Object.fromEntries(platforms.map((platform) => [platform, siteOf(config, platform)]))
  const allSites = sites as Record<Platform, PlatformSite>
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

/** Waits for the front end that `npm start` builds in parallel; the finished build appears in one step. */
async function waitForBuild(folder: string): Promise<void> {
  for (const begun = performance.now(); !existsSync(join(folder, 'stamp')); await sleep(20)) {
    if (performance.now() - begun < buildAppearsMs) continue
    throw new StartError(`There is no front end in ${folder}: build it with node web/build.ts.`)
  }
}

/**
 * Returns the origins to which a sign-in at the platform may lead: its own, and that of Foyer where a sign-in with OpenID
 * Connect goes on (features/openid/).
 */
export function redirectOriginsOf({ registry, baseUrl }: Config, platform: Platform): readonly string[] {
  const origins = registry.originsOf(platform)
  return platformRow(platform).redirect === 'none' ? origins : [...origins, new URL(baseUrl).origin]
}

/** Returns the settings that the pages of this platform pass to the browser. */
export function siteOf(config: Config, platform: Platform): PlatformSite {
  const { provider, supportEmail, links, registry } = config
  const paths = registry.pathsOf(platform)
  const previewOrigins = registry.previewOriginsOf(platform)
  const { offersSocial } = platformPolicies[platform]
  return {
    provider,
    supportEmail,
    links,
    home: registry.homeOf(platform),
    ...(Object.keys(paths).length > 0 && { paths }),
    redirectOrigins: redirectOriginsOf(config, platform),
    ...(previewOrigins.length > 0 && { previewOrigins }),
    sisterOrigins: registry.sisterOrigins,
    ...(offersSocial && config.social.configured.length > 0 && { social: config.social.configured }),
    ...(config.tokenSync && { tokenSync: config.tokenSync }),
    ...(!config.isProduction && { platformsFile: config.platformsFile }),
    externals: Object.fromEntries(
      externals.flatMap((name): [string, ExternalPlace][] => {
        const entry = registry.external(name)
        if (!entry) return []
        return [[name, { name: entry.name, url: entry.url, isAllowed: entry.platforms.includes(platform) }]]
      }),
    ),
  }
}
