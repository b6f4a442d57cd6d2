/** Keeps navigation of a form in a popup or a frame inside its document, and opens all other links outside the window. */

import { pageOf } from '@foyer/contract/page-of'
import { isReactPage, type ReactPageName } from '@foyer/contract/pages'
import type { WindowKind } from '../../api/other-window.ts'
import { openPage } from '../../flow/navigation/page-history.ts'
import { withoutWindow } from '../../flow/navigation/window-query.ts'
import type { PageData } from '../../platforms/page-context.ts'

/**
 * Opens the form's pages without loading a document. Loading a document could cut a popup from its opener, if one response
 * has another opener policy, and would add a history entry to the page around a frame. React's click handlers run first, so
 * links already have their query.
 */
export function followLinks(data: PageData, kind: WindowKind): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target === '_self' || event.defaultPrevented) return
    const url = URL.parse(link.href)
    if (url?.origin !== location.origin) return
    const page = pageInside(url, data, kind)
    const isPlainClick = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (page && isPlainClick) {
      event.preventDefault()
      // The early script offered the last person for the first page only.
      if (page === data.page) window.foyer.offer(url.search)
      openPage(location.pathname + url.search, page, kind === 'frame')
    } else {
      url.search = withoutWindow(url.searchParams).toString()
      link.href = url.href
    }
  })
}

/** Returns the page of this platform that the link leads to, if this window can show it. A frame shows no sign-up. */
function pageInside(url: URL, { page, platform, paths }: PageData, kind: WindowKind): ReactPageName | null {
  const isPath = (path: string | null) => path !== null && url.pathname === path.split('?')[0]
  if (url.searchParams.get('platform') !== platform) return null
  if (isPath(paths.forgotPassword)) return 'forgot-password'
  if (isPath(paths.signIn)) return page as ReactPageName
  const signUp = kind === 'popup' && isPath(paths.signUp) ? pageOf('sign-up', platform) : null
  return signUp && isReactPage(signUp) ? signUp : null
}
