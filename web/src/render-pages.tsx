/** Renders every page of every platform to an HTML document. */
import type { PageName } from '@foyer/contract/pages'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import type { PlatformSite, RenderPages, Site } from '@foyer/contract/site'
import { externalPages } from '@foyer/contract/targets/externals'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app/app.tsx'
import { descriptionOf } from './app/descriptions.ts'
import { type PageAssets, pageDocument } from './app/page-document.ts'
import { brandPanel } from './app/panel-slot.tsx'
import { loadPage } from './app/routes.tsx'
import { plainBodies } from './app/scripted-pages/plain-bodies.tsx'
import { titles } from './app/titles.ts'
import { brandOf } from './platforms/brand.ts'
import { renderedPage } from './platforms/is-rendered.ts'
import { PageContext, type PageData } from './platforms/page-context.ts'
import { pagePaths } from './platforms/page-paths.ts'
import { pageTitle } from './platforms/page-title.ts'
import { brandedPage, type PartnerPage, partnerPages } from './platforms/partner-brand.ts'
import { hasSocial, isReactPage, type RenderedPageName, renderedPages } from './platforms/rendered-pages.ts'
import { windowOf } from './platforms/window-of.ts'

export function rendererFor(assets: PageAssets): RenderPages {
  return async (sites, only) => {
    const pages = pagesToRender(only)
    await Promise.all([
      brandPanel.load(),
      ...pages.map(({ page, platform }) => isReactPage(page) && loadPage(page, factsOf(platform))),
    ])
    const year = new Date().getFullYear()
    return pages.flatMap(({ page, platform, partnerPage }) => {
      const site = siteOf(page, sites[platform])
      if (!site) return []
      const { panel: _panel, colour: _colour, ...ofPlatform } = brandOf(platform, site.provider)
      // No panel fits into a popup or a frame.
      const brand = windowOf(page) ? { ...ofPlatform, layout: 'card' as const } : ofPlatform
      const own = { ...factsOf(platform), brand, paths: pagePaths(platform) }
      const branded = partnerPage && brandedPage(partnerPage, { ...own, provider: site.provider })
      const { description, ...shown } = { description: null, ...own, ...branded }
      const data = { page, platform, site, year, ...shown }
      const text = {
        title: pageTitle(titles[page], data),
        description: description ?? descriptionOf(page, data),
        body: bodyOf(data),
      }
      return { ...pageDocument(data, text, assets), ...(partnerPage && { page: partnerPage.name }) }
    })
  }
}

/** A page carries what the browser would otherwise look up in the table of all platforms. */
function factsOf(platform: Platform): Pick<PageData, 'hasCredentials' | 'hasMenu'> {
  const { form, navigation } = platformRow(platform)
  return {
    ...(form === 'email-password' && { hasCredentials: true }),
    ...(navigation === 'school' && { hasMenu: true }),
  }
}

type WantedPage = { page: RenderedPageName; platform: Platform; partnerPage?: PartnerPage }

function pagesToRender(only?: { page: PageName; platform: Platform }): WantedPage[] {
  const names = Object.keys(renderedPages).filter((page) => page !== 'school-sign-up')
  const all = names.flatMap((page) => platforms.map((platform) => ({ page, platform })))
  const candidates: { page: string; platform: Platform }[] = only ? [only] : all
  const isWanted = (name: PageName, platform: Platform) =>
    !only || (only.page === name && only.platform === platform)
  return [
    ...candidates.flatMap(({ page: name, platform }) => {
      const page = renderedPage(name, platform)
      return page ? [{ page, platform }] : []
    }),
    ...partnerPages
      .filter(({ name, platform }) => isWanted(name, platform))
      .map((partnerPage) => ({ page: partnerPage.page, platform: partnerPage.platform, partnerPage })),
  ]
}

/** Returns null for the page of an external site that the installation does not have. */
function siteOf(
  page: RenderedPageName,
  { externals, sisterOrigins, social, ...rest }: PlatformSite,
): Site | null {
  const site = { ...rest, ...(social && hasSocial(page) && { social }) }
  if (page === 'auto-login') return { ...site, ...(sisterOrigins && { sisterOrigins }) }
  const name = page === 'school-sign-up' ? null : externalPages[page]
  if (!name) return site
  const external = externals?.[name]
  return external ? { ...site, external } : null
}

function bodyOf(data: PageData): string {
  const { page } = data
  if (isReactPage(page)) return renderToString(<App data={{ ...data, page }} />)
  const Body = plainBodies[page]
  return renderToStaticMarkup(
    <PageContext value={data}>
      <Body />
    </PageContext>,
  )
}
