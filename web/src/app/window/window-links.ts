/** Keeps the moves of a form in a popup or a frame inside its document, and sends all other links out of the window. */

import { isReactPage, pageOf, type ReactPageName } from '@foyer/contract/pages'
import type { WindowKind } from '../../api/other-window.ts'
import { openPage } from '../../flow/navigation/page-history.ts'
import { withoutWindow } from '../../flow/navigation/window-query.ts'
import type { PageData } from '../../platforms/page-context.ts'

/**
 * A move to another document would cost the popup its opener, because one answer with another opener policy cuts the two
 * apart, and would add a history entry to the page around a frame. React has handled the click before: links have their query.
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
      // The early script has run for another page.
      if (page === data.page) window.foyer.offer(url.search)
      openPage(location.pathname + url.search, page, kind === 'frame')
    } else {
      url.search = withoutWindow(url.searchParams).toString()
      link.href = url.href
    }
  })
}

/** Returns the page of this platform that the link leads to, if it can be shown here. A frame shows no sign-up. */
function pageInside(url: URL, { page, platform, paths }: PageData, kind: WindowKind): ReactPageName | null {
  const isPath = (path: string | null) => path !== null && url.pathname === path.split('?')[0]
  if (url.searchParams.get('platform') !== platform) return null
  if (isPath(paths.forgotPassword)) return 'forgot-password'
  if (isPath(paths.signIn)) return page as ReactPageName
  const signUp = kind === 'popup' && isPath(paths.signUp) ? pageOf('sign-up', platform) : null
  return signUp && isReactPage(signUp) ? signUp : null
}
