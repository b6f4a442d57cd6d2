import { pageSentences } from '@foyer/contract/page-sentences'
import type { RenderedPageName } from '../platforms/rendered-pages.ts'

/** The title in the HTML of each page, which is also that of its first step; later steps change it. */
export const titles = {
  'sign-in': 'Sign in',
  'popup-sso': 'Sign in',
  'sign-in-frame': 'Sign in',
  'sign-up': 'Create your account',
  'school-sign-up': 'Create a school account',
  account: 'Your account',
  'zoom-auth': 'Continue to Zoom',
  help: 'Help',
  'forgot-password': 'Forgot password',
  'reset-password': 'Choose a new password',
  'create-password': 'Create your password',
  'beta-password': 'Create your password',
  'revert-email': 'Undo the change of your email',
  logout: 'Signing out',
  'iframe-sso': 'Nothing to do here',
  'auto-login': 'Signing in',
  'social-return': 'Signing in',
  'not-found': pageSentences.pageNotFound,
  'invalid-url': pageSentences.invalidUrl,
  'error-test': 'Error test',
} as const satisfies Record<RenderedPageName, string>
