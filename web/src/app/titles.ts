import { sentences } from '@foyer/contract/sentences'
import type { Brand } from '../platforms/brand-shape.ts'
import type { RenderedPageName } from '../platforms/rendered-pages.ts'

/** Returns the title and description in the HTML of a page; steps change the title later. */
export function pageMeta(
  page: RenderedPageName,
  meta: Brand['meta'],
): { title: string; description: string } {
  const own = meta[page in meta ? (page as keyof typeof meta) : 'sign-in']
  return { title: titles[page], description: own.description }
}

/** Each title is also the title of the page's first step. */
export const titles = {
  'sign-in': 'Sign in',
  'sign-up': 'Create your account',
  account: 'Your account',
  'zoom-auth': 'Continue to Zoom',
  help: 'Help',
  'forgot-password': 'Forgot password',
  'reset-password': 'Choose a new password',
  'create-password': 'Create your password',
  'beta-password': 'Create your password',
  logout: 'Signing out',
  'not-found': sentences.pageNotFound,
  'invalid-url': sentences.invalidUrl,
  'error-test': 'Error test',
} as const satisfies Record<RenderedPageName, string>
