/** Lists every React page with the module that contains it. */
import { type LazyComponent, lazyComponent } from '../flow/machine/lazy-component.ts'
import { hasNavigation } from '../platforms/has-navigation.ts'
import type { PageData } from '../platforms/page-context.ts'
import type { ReactPageName } from '../platforms/rendered-pages.ts'

const linkPage = () => import('../password-links/link-page.tsx')
const signInPage = () => import('../sign-in/sign-in-page.tsx')

const signIn = lazyComponent(signInPage, 'SignInPage')

export const routes: Record<ReactPageName, LazyComponent<object>> = {
  'sign-in': signIn,
  'popup-sso': signIn,
  'sign-in-frame': signIn,
  'sign-up': lazyComponent(() => import('../sign-up/sign-up-page.tsx'), 'SignUpPage'),
  'school-sign-up': lazyComponent(
    () => import('../school-sign-up/school-sign-up-page.tsx'),
    'SchoolSignUpPage',
  ),
  'forgot-password': lazyComponent(
    () => import('../forgot-password/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  'reset-password': lazyComponent(linkPage, 'ResetPasswordPage'),
  'create-password': lazyComponent(linkPage, 'CreatePasswordPage'),
  'beta-password': lazyComponent(linkPage, 'BetaPasswordPage'),
  'revert-email': lazyComponent(() => import('../revert-email/revert-email-page.tsx'), 'RevertEmailPage'),
  account: lazyComponent(() => import('../account/account-page.tsx'), 'AccountPage'),
  'zoom-auth': lazyComponent(() => import('../zoom-auth/zoom-auth-page.tsx'), 'ZoomAuthPage'),
  help: lazyComponent(() => import('../help/help-page.tsx'), 'HelpPage'),
  'not-found': lazyComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
  'invalid-url': lazyComponent(() => import('./invalid-url-page.tsx'), 'InvalidUrlPage'),
  'error-test': lazyComponent(() => import('./error-test-page.tsx'), 'ErrorTestPage'),
}

export function isRoute(name: string): name is ReactPageName {
  return Object.hasOwn(routes, name)
}

/** Prepares a page in a popup or a frame. */
export const sharedWindow = () => import('./window/shared-window.ts')

/** The top navigation; pages without it do not load it. */
export const navigation = lazyComponent(() => import('./navigation.tsx'), 'Navigation')

/** Loads everything that the first rendering of a page needs. */
export async function loadPage(
  page: ReactPageName,
  facts: Pick<PageData, 'hasCredentials' | 'hasMenu'>,
): Promise<void> {
  await Promise.all([routes[page].load(), hasNavigation(page, facts) && navigation.load()])
  if (routes[page] === signIn && facts.hasCredentials) await (await signInPage()).credentialsForm.load()
}
