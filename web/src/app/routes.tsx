/** Every page that React runs, with the module it comes from. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { type LazyComponent, lazyComponent } from '../flow/machine/lazy-component.ts'
import type { ReactPageName } from '../platforms/rendered-pages.ts'

export const routes: Record<ReactPageName, LazyComponent<object>> = {
  'sign-in': lazyComponent(() => import('../sign-in/sign-in-page.tsx'), 'SignInPage'),
  'sign-up': lazyComponent(() => import('../sign-up/sign-up-page.tsx'), 'SignUpPage'),
  'forgot-password': lazyComponent(
    () => import('../password-links/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  'reset-password': lazyComponent(
    () => import('../password-links/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  'create-password': lazyComponent(
    () => import('../password-links/create-password-page.tsx'),
    'CreatePasswordPage',
  ),
  'beta-password': lazyComponent(
    () => import('../password-links/beta-password-page.tsx'),
    'BetaPasswordPage',
  ),
  account: lazyComponent(() => import('../account/account-page.tsx'), 'AccountPage'),
  'not-found': lazyComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
  'invalid-url': lazyComponent(() => import('./invalid-url-page.tsx'), 'InvalidUrlPage'),
  'error-test': lazyComponent(() => import('./error-test-page.tsx'), 'ErrorTestPage'),
}

/** Of pages for somebody signed in. */
export const navigation = lazyComponent(() => import('./navigation.tsx'), 'Navigation')

/** Everything a page is rendered with the first time. */
export async function loadPage(name: ReactPageName, platform: Platform): Promise<void> {
  await Promise.all([routes[name].load(), name === 'account' && navigation.load()])
  if (name === 'sign-in' && platformRow(platform).form === 'email-password') {
    await (await import('../sign-in/sign-in-page.tsx')).credentialsForm.load()
  }
}
