/**
 * The one table of pages: a row has every fact about a page. The service reads its paths and what its headers must allow, the
 * front end renders it, loads its code and names it. Addresses that only redirect are in addresses.ts.
 */
import { accountPages, react } from './account-pages.ts'
import type { PageRow, PartnerRow, RenderedRow } from './page-row.ts'
import { pageSentences } from './page-sentences.ts'

const signIn = {
  ...react,
  module: 'sign-in/sign-in-page.tsx',
  component: 'SignInPage',
  title: 'Sign in',
  offersPerson: true,
  leadsOn: true,
} as const satisfies Partial<RenderedRow>

/** Sends the ID token nowhere: no other host may learn that a link was opened. */
const linkPage = { type: 'link', kind: 'react', module: 'password-links/link-page.tsx' } as const

const rows = {
  'sign-in': {
    ...signIn,
    paths: { main: '/', school: '/school/login', partner: '/partner/login' },
    social: 'shown',
    hasPanel: true,
  },
  'popup-sso': {
    ...signIn,
    paths: { main: '/popup-sso' },
    type: 'popup',
    window: 'popup',
    needsOrigin: true,
    social: 'shown',
  },
  /** Providers cannot be framed, so this page has no buttons for them. */
  'sign-in-frame': {
    ...signIn,
    paths: {},
    type: 'frame',
    window: 'frame',
    needsOrigin: true,
  },
  'sign-up': {
    ...react,
    paths: { main: '/signup', school: '/school/signup' },
    signUp: 'open',
    module: 'sign-up/sign-up-page.tsx',
    component: 'SignUpPage',
    title: 'Create your account',
    social: 'shown',
    hasPanel: true,
    leadsOn: true,
  },
  /** Schools sign up with a form of their own, at the path of sign-up. */
  'school-sign-up': {
    ...react,
    paths: {},
    signUp: 'school',
    module: 'school-sign-up/school-sign-up-page.tsx',
    component: 'SchoolSignUpPage',
    title: 'Create a school account',
    hasPanel: true,
  },
  logout: {
    paths: { main: '/logout', school: '/school/logout', partner: '/partner/logout' },
    type: 'logout',
    kind: 'plain',
    module: 'app/scripted-pages/logout-page.tsx',
    component: 'LogoutPage',
    script: 'embedded/logout.ts',
    title: 'Signing out',
    syncsTokens: true,
  },
  /** Ends every session of the browser, of all platforms. The address alone ends nothing: the user confirms. */
  'logout-everywhere': {
    ...react,
    paths: { main: '/logout-everywhere' },
    module: 'logout-everywhere/logout-everywhere-page.tsx',
    component: 'LogoutEverywherePage',
    title: 'Sign out of everything',
    sheet: 'account/account.css',
  },
  ...accountPages,
  help: {
    ...react,
    paths: { main: '/help' },
    module: 'help/help-page.tsx',
    component: 'HelpPage',
    title: 'Help',
    hasNavigation: true,
    sheet: 'account/account.css',
  },
  'forgot-password': {
    ...react,
    paths: {
      main: '/forgot-password',
      school: '/school/forgot-password',
      partner: '/partner/forgot-password',
    },
    type: 'popup',
    module: 'forgot-password/forgot-password-page.tsx',
    component: 'ForgotPasswordPage',
    title: 'Forgot password',
  },
  'reset-password': {
    ...linkPage,
    paths: {
      main: '/reset-password/:uuid/:token/:timestamp',
      school: '/school/reset-password/:uuid/:token/:timestamp',
      partner: '/partner/reset-password/:uuid/:token/:timestamp',
    },
    component: 'ResetPasswordPage',
    title: 'Choose a new password',
  },
  'create-password': {
    ...linkPage,
    paths: { main: '/create-password/:uuid/:token/:timestamp' },
    component: 'CreatePasswordPage',
    title: 'Create your password',
  },
  'beta-password': {
    ...linkPage,
    paths: { main: '/beta/create-password/:id/:token' },
    component: 'BetaPasswordPage',
    title: 'Create your password',
  },
  'revert-email': {
    paths: { main: '/revert-email/:token' },
    type: 'link',
    kind: 'react',
    module: 'revert-email/revert-email-page.tsx',
    component: 'RevertEmailPage',
    title: 'Undo the change of your email',
  },
  'auto-login': {
    paths: { main: '/iframe/auto-login' },
    type: 'auto-login',
    kind: 'plain',
    module: 'app/scripted-pages/waiting-page.tsx',
    component: 'AutoLoginPage',
    script: 'embedded/auto-login.ts',
    title: 'Signing in',
  },
  'iframe-sso': {
    paths: { main: '/iframe-sso' },
    type: 'iframe-sso',
    kind: 'plain',
    needsOrigin: true,
    module: 'app/scripted-pages/iframe-sso-page.tsx',
    component: 'IframeSsoPage',
    script: 'embedded/iframe-sso.ts',
    title: 'Nothing to do here',
  },
  /** The way back from a social provider. */
  'social-return': {
    paths: { main: '/social-return' },
    type: 'popup',
    kind: 'plain',
    module: 'app/scripted-pages/waiting-page.tsx',
    component: 'SocialReturnPage',
    script: 'embedded/social-return.ts',
    title: 'Signing in',
  },
  'zoom-auth': {
    ...react,
    paths: { main: '/zoom-auth' },
    external: 'zoom',
    module: 'zoom-auth/zoom-auth-page.tsx',
    component: 'ZoomAuthPage',
    title: 'Continue to Zoom',
    social: 'next',
  },
  'ryan-sign-in': { paths: { main: '/ryan/signin' }, kind: 'partner', partner: 'ryan', brands: 'sign-in' },
  'ryan-sign-up': { paths: { main: '/ryan/signup' }, kind: 'partner', partner: 'ryan', brands: 'sign-up' },
  'error-test': {
    ...react,
    paths: { main: '/error-test' },
    module: 'app/error-test-page.tsx',
    component: 'ErrorTestPage',
    title: 'Error test',
  },
  'invalid-url': {
    ...react,
    paths: {},
    status: 400,
    module: 'app/invalid-url-page.tsx',
    component: 'InvalidUrlPage',
    title: pageSentences.invalidUrl,
    needsNoScript: true,
  },
  'not-found': {
    ...react,
    paths: {},
    status: 404,
    module: 'app/not-found-page.tsx',
    component: 'NotFoundPage',
    title: pageSentences.pageNotFound,
    hasNavigation: true,
    needsNoScript: true,
  },
} as const satisfies Record<string, PageRow>

type Rows = typeof rows
export type PageName = keyof Rows
type OfKind<K extends PageRow['kind']> = {
  [P in PageName]: Rows[P]['kind'] extends K ? P : never
}[PageName]
export type ReactPageName = OfKind<'react'>
export type PlainPageName = OfKind<'plain'>
export type PartnerPageName = OfKind<'partner'>
/** A page with HTML of its own: every page but those of partners. */
export type RenderedPageName = ReactPageName | PlainPageName

type Table = { readonly [P in RenderedPageName]: RenderedRow } & {
  readonly [P in PartnerPageName]: PartnerRow
}
export const pages: Table = rows

export function pageNames(): PageName[] {
  return Object.keys(pages) as PageName[]
}

/** Checks whether the browser can show the page without loading a new document. */
export function isReactPage(page: string): page is ReactPageName {
  return Object.hasOwn(pages, page) && pages[page as PageName].kind === 'react'
}

/** The style sheets that only some pages have. */
export function sheetNames(): string[] {
  return [...new Set(pageNames().flatMap((page) => pageFacts(page).sheet ?? []))]
}

/** Checks whether only signed-in users see the page. */
export function isOwnPage(page: string): page is ReactPageName {
  return isReactPage(page) && pages[page].isOwn === true
}

/** Returns the facts of a page; a partner's page has those of the page that it brands. */
export function pageFacts(page: PageName): RenderedRow {
  const row = pages[page]
  return row.kind === 'partner' ? pages[row.brands] : row
}

export function isRenderedPage(page: PageName): page is RenderedPageName {
  return pages[page].kind !== 'partner'
}

export function plainPageNames(): PlainPageName[] {
  return pageNames().filter((page): page is PlainPageName => pages[page].kind === 'plain')
}

export function partnerPageNames(): PartnerPageName[] {
  return pageNames().filter((page): page is PartnerPageName => pages[page].kind === 'partner')
}
