/** Renders every page of every platform to an HTML document. */
import { pageOf } from '@foyer/contract/page-of'
import { isReactPage, type PageName, pageNames, pages, type RenderedPageName } from '@foyer/contract/pages'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import type { PlatformSite, RenderPages, Site } from '@foyer/contract/site'
import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app/app.tsx'
import { type PageAssets, pageDocument } from './app/page-document.ts'
import { brandPanel } from './app/panel-slot.tsx'
import { loadPage } from './pages.ts'
import { brandOf } from './platforms/brand.ts'
import { PageContext, type PageData } from './platforms/page-context.ts'
import { descriptionOf } from './platforms/page-description.ts'
import { pagePaths } from './platforms/page-paths.ts'
import { pageTitle } from './platforms/page-title.ts'
import { brandedPage, type PartnerPage, partnerPages } from './platforms/partner-brand.ts'

/** The content of pages without React. */
const plainBodies = import.meta.glob<Record<string, ComponentType>>('./app/scripted-pages/*-page.tsx', {
  eager: true,
})

export function rendererFor(assets: PageAssets): RenderPages {
  return async (sites, only) => {
    const wanted = pagesToRender(only)
    await Promise.all([
      brandPanel.load(),
      ...wanted.map(({ page, platform }) => isReactPage(page) && loadPage(page, factsOf(platform))),
    ])
    const year = new Date().getFullYear()
    return wanted.flatMap(({ page, platform, partnerPage }) => {
      const site = siteOf(page, sites[platform])
      if (!site) return []
      const { panel, colour: _colour, ...texts } = brandOf(platform, site.provider)
      const slide = panel?.slides[0]
      const person = slide?.scene.kind === 'profiles' ? slide.scene.people.at(-1) : null
      const teacher = slide && person && { title: slide.title, name: person.name, about: person.about }
      const ofPlatform = { ...texts, ...(page === 'sign-in' && teacher && { teacher }) }
      // A popup or a frame has no room for the panel.
      const brand = pages[page].window ? { ...ofPlatform, layout: 'card' as const } : ofPlatform
      const own = { ...factsOf(platform), brand, paths: pagePaths(platform) }
      const branded = partnerPage && brandedPage(partnerPage, { ...own, provider: site.provider })
      const { description, ...shown } = { description: null, ...own, ...branded }
      const data = { page, platform, site, year, ...shown }
      const text = {
        title: pageTitle(pages[page].title, data),
        description: description ?? descriptionOf(page, data),
        body: bodyOf(data),
      }
      return { ...pageDocument(data, text, assets), ...(partnerPage && { page: partnerPage.name }) }
    })
  }
}

/** Copies two facts into the page, so that the browser need not load the table of all platforms. */
function factsOf(platform: Platform): Pick<PageData, 'hasCredentials' | 'hasMenu'> {
  const { form, navigation } = platformRow(platform)
  return {
    ...(form === 'email-password' && { hasCredentials: true }),
    ...(navigation === 'school' && { hasMenu: true }),
  }
}

type WantedPage = { page: RenderedPageName; platform: Platform; partnerPage?: PartnerPage }

function pagesToRender(only?: { page: PageName; platform: Platform }): WantedPage[] {
  const all = pageNames().flatMap((page) => platforms.map((platform) => ({ page, platform })))
  const own = (only ? [only] : all).flatMap(({ page: name, platform }) => {
    const page = pageOf(name, platform)
    // Without `only`, the list already contains the page that replaces another page.
    return page && (only || page === name) ? [{ page, platform }] : []
  })
  const ofPartners = partnerPages.filter(
    ({ name, platform }) => !only || (only.page === name && only.platform === platform),
  )
  return [
    ...own,
    ...ofPartners.map((partnerPage) => ({
      page: partnerPage.page,
      platform: partnerPage.platform,
      partnerPage,
    })),
  ]
}

/** Returns the page's site; null for the page of an external site that the installation lacks. */
function siteOf(
  page: RenderedPageName,
  { externals, sisterOrigins, social, ...rest }: PlatformSite,
): Site | null {
  const row = pages[page]
  const site = { ...rest, ...(social && row.social && { social }) }
  if (row.type === 'auto-login') return { ...site, ...(sisterOrigins && { sisterOrigins }) }
  if (!row.external) return site
  const external = externals?.[row.external]
  return external ? { ...site, external } : null
}

function bodyOf(data: PageData): string {
  const { page } = data
  if (isReactPage(page)) return renderToString(<App data={{ ...data, page }} />)
  const { module, component } = pages[page]
  const Body = plainBodies[`./${module}`]?.[component]
  if (!Body) throw new Error(`The page ${page} has no component ${component} in ${module}`)
  return renderToStaticMarkup(
    <PageContext value={data}>
      <Body />
    </PageContext>,
  )
}
