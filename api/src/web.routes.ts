/** Serves the front end with the settings of this installation: assets, pages and redirects. */
import type { FastifyInstance } from 'fastify'
import { vendorSources } from './features/captcha/vendors.ts'
import type { Config } from './kernel/config/config.ts'
import { serveAssets } from './kernel/http/pages/assets.ts'
import { redirectOriginsOf } from './kernel/http/pages/open-pages.ts'
import type { PageStore } from './kernel/http/pages/page-store.ts'
import { servePages } from './kernel/http/pages/pages.ts'

export async function webRoutes(app: FastifyInstance, pages: PageStore, config: Config): Promise<void> {
  await serveAssets(app, config.webFolder)
  const learningHome = config.registry.homeOf('student')
  servePages(app, {
    store: pages,
    originsOf: config.registry.originsOf,
    targetsOf: (platform) => redirectOriginsOf(config, platform),
    ownOrigin: new URL(config.baseUrl).origin,
    platformsFile: config.platformsFile,
    sisterOrigins: config.registry.sisterOrigins,
    hasExternal: (name) => config.registry.external(name) !== null,
    refusalLevel: config.isProduction ? 'info' : 'warn',
    learningSite: learningHome ? { home: learningHome, paths: config.registry.pathsOf('student') } : null,
    mediaOrigin: config.mediaOrigin,
    tokenSyncOrigin: config.tokenSync && new URL(config.tokenSync.url).origin,
    hasPolicy: config.webDevUrl === null,
    captchaSources: config.captchaVendor && vendorSources[config.captchaVendor.vendor],
  })
}
