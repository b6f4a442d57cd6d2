/** Every page that React runs, with the module it comes from. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent } from '../flow/machine/lazy-component.ts'
import type { ReactPageName } from '../platforms/rendered-pages.ts'

export const routes: Record<ReactPageName, LazyComponent<object>> = {
  'sign-in': page(async () => (await import('../sign-in/sign-in-page.tsx')).SignInPage),
  'sign-up': page(async () => (await import('../sign-up/sign-up-page.tsx')).SignUpPage),
  'forgot-password': page(
    async () => (await import('../password-links/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  'reset-password': page(
    async () => (await import('../password-links/reset-password-page.tsx')).ResetPasswordPage,
  ),
  'create-password': page(
    async () => (await import('../password-links/create-password-page.tsx')).CreatePasswordPage,
  ),
  'beta-password': page(
    async () => (await import('../password-links/beta-password-page.tsx')).BetaPasswordPage,
  ),
  account: page(async () => (await import('../account/account-page.tsx')).AccountPage),
  'not-found': page(async () => (await import('./not-found-page.tsx')).NotFoundPage),
  'invalid-url': page(async () => (await import('./invalid-url-page.tsx')).InvalidUrlPage),
  'error-test': page(async () => (await import('./error-test-page.tsx')).ErrorTestPage),
}

/** Of pages for somebody signed in. */
export const navigation = page(async () => (await import('./navigation.tsx')).Navigation)

/** Everything a page is rendered with the first time. */
export async function loadPage(name: ReactPageName, platform: Platform): Promise<void> {
  await Promise.all([routes[name].load(), name === 'account' && navigation.load()])
  if (name === 'sign-in' && platformRow(platform).form === 'email-password') {
    await (await import('../sign-in/sign-in-page.tsx')).credentialsForm.load()
  }
}

function page(load: () => Promise<ComponentType>): LazyComponent<object> {
  return lazyComponent<object>(load)
}
