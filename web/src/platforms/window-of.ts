import type { RenderedPageName } from './rendered-pages.ts'

/** Returns the kind of window that a document is made for, in which a platform waits for the code; null for any other. */
export function windowOf(page: RenderedPageName): 'popup' | 'frame' | null {
  if (page === 'popup-sso') return 'popup'
  return page === 'sign-in-frame' ? 'frame' : null
}
