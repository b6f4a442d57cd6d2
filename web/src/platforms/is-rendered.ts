import { type Platform, platformRow } from '@foyer/contract/platforms'
import { type RenderedPageName, renderedPages } from './rendered-pages.ts'

/** Checks whether a platform has the page. Sign-up exists only for open platforms: schools have a page of their own, others invite. */
export function isRendered(page: string, platform: Platform): page is RenderedPageName {
  return Object.hasOwn(renderedPages, page) && (page !== 'sign-up' || platformRow(platform).signUp === 'open')
}
