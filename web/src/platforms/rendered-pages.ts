/**
 * Lists the pages that this front end renders, and whether React runs on them. A plain page has a small script of its own,
 * `embedded/<page>.ts`. Other pages are not linked.
 */
import type { PageName } from '@foyer/contract/pages'

export const renderedPages = {
  'sign-in': 'react',
  /** Sign-in in a window that a platform opens, and in a frame of a platform. */
  'popup-sso': 'react',
  'sign-in-frame': 'react',
  'sign-up': 'react',
  /** The sign-up page of schools has another form. */
  'school-sign-up': 'react',
  'forgot-password': 'react',
  'reset-password': 'react',
  'create-password': 'react',
  'beta-password': 'react',
  'revert-email': 'react',
  account: 'react',
  'zoom-auth': 'react',
  help: 'react',
  logout: 'plain',
  'iframe-sso': 'plain',
  'auto-login': 'plain',
  'social-return': 'plain',
  'not-found': 'react',
  'invalid-url': 'react',
  'error-test': 'react',
} as const satisfies Partial<Record<PageName | 'school-sign-up', 'react' | 'plain'>>

type RenderedPages = typeof renderedPages
export type RenderedPageName = keyof RenderedPages
export type ReactPageName = {
  [P in RenderedPageName]: RenderedPages[P] extends 'react' ? P : never
}[RenderedPageName]
export type PlainPageName = Exclude<RenderedPageName, ReactPageName>

/**
 * Checks whether the page has the buttons of social providers, or may show sign-in without a new document. A frame has none:
 * providers cannot be framed.
 */
export function hasSocial(page: RenderedPageName): boolean {
  return /^(sign-in|sign-up|popup-sso|account|zoom-auth)$/.test(page)
}

/** Checks whether the browser can show the page without loading a new document. */
export function isReactPage(page: string): page is ReactPageName {
  return Object.hasOwn(renderedPages, page) && renderedPages[page as RenderedPageName] === 'react'
}

/** Lists the pages without React. */
export function plainPages(): PlainPageName[] {
  const names = Object.keys(renderedPages) as RenderedPageName[]
  return names.filter((page): page is PlainPageName => !isReactPage(page))
}
