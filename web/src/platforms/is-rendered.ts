import { type Platform, platformRow } from '@foyer/contract/platforms'
import { type RenderedPageName, renderedPages } from './rendered-pages.ts'

/** Checks whether a platform has the page. Platforms that invite their users have no sign-up. */
export function isRendered(page: string, platform: Platform): boolean {
  return renderedPage(page, platform) !== null
}

/** Returns what is rendered for a page of the contract: schools sign up with a form of their own. */
export function renderedPage(page: string, platform: Platform): RenderedPageName | null {
  if (page === 'sign-up') return signUpPages[platformRow(platform).signUp]
  return Object.hasOwn(renderedPages, page) ? (page as RenderedPageName) : null
}

const signUpPages = { open: 'sign-up', school: 'school-sign-up', invitation: null } as const
