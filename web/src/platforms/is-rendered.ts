import { type Platform, platformRow } from '@foyer/contract/platforms'
import { type RenderedPageName, renderedPages } from './rendered-pages.ts'

/** Sign-up only where anybody may open an account: a school's is another page, and others are invited. */
export function isRendered(page: string, platform: Platform): page is RenderedPageName {
  return Object.hasOwn(renderedPages, page) && (page !== 'sign-up' || platformRow(platform).signUp === 'open')
}
