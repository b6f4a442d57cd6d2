/** Renders every page of every platform to whole HTML, from plain data. */
import type { PageName } from '@foyer/contract/pages'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { RenderedPage, RenderPages } from '@foyer/contract/site'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app/app.tsx'
import { LogoutPage } from './app/logout-page.tsx'
import { type PageAssets, pageDocument } from './app/page-document.ts'
import { loadPage } from './app/routes.tsx'
import { pageMeta } from './app/titles.ts'
import { brandOf } from './platforms/brand.ts'
import { PageContext, type PageData } from './platforms/page-context.ts'
import { pagePaths } from './platforms/page-paths.ts'
import { pageTitle } from './platforms/page-title.ts'
import { isReactPage, isRendered, type RenderedPageName, renderedPages } from './platforms/rendered-pages.ts'

export function rendererFor(assets: PageAssets): RenderPages {
  return async (sites, only) => {
    const pages = wanted(only)
    await Promise.all(pages.map(({ page, platform }) => isReactPage(page) && loadPage(page, platform)))
    const year = new Date().getFullYear()
    return pages.map(({ page, platform }) => {
      const site = sites[platform]
      return rendered(
        { page, platform, site, year, paths: pagePaths(platform), brand: brandOf(platform, site.provider) },
        assets,
      )
    })
  }
}

function wanted(only?: {
  page: PageName
  platform: Platform
}): { page: RenderedPageName; platform: Platform }[] {
  if (only) return isRendered(only.page) ? [{ page: only.page, platform: only.platform }] : []
  const names = Object.keys(renderedPages) as RenderedPageName[]
  return platforms.flatMap((platform) => names.map((page) => ({ page, platform })))
}

function rendered(data: PageData, assets: PageAssets): RenderedPage {
  const { title, description } = pageMeta(data.page, data.brand)
  return pageDocument(data, { title: pageTitle(title, data), description, body: bodyOf(data) }, assets)
}

function bodyOf(data: PageData): string {
  const { page } = data
  if (isReactPage(page)) return renderToString(<App data={{ ...data, page }} />)
  return renderToStaticMarkup(
    <PageContext value={data}>
      <LogoutPage />
    </PageContext>,
  )
}
