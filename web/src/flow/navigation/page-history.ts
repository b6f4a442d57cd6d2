/** Stores the name of the shown page in its history entry, so that Back and Forward show it again. */
import { useSyncExternalStore } from 'react'
import type { ReactPageName } from '../../platforms/rendered-pages.ts'

const changed = 'foyer:page'

export function showPage(page: ReactPageName): void {
  history.replaceState({ ...history.state, page }, '')
  dispatchEvent(new Event(changed))
}

export function openPage(path: string, page: ReactPageName, replace: boolean): void {
  history[replace ? 'replaceState' : 'pushState']({ page }, '', path)
  dispatchEvent(new Event(changed))
}

/** A fragment in the address adds an entry without a page, which shows the previous page. */
let lastShown: ReactPageName | null = null

/** `isPage` refuses what a newer release may have written. */
export function useShownPage(
  rendered: ReactPageName,
  isPage: (name: string) => name is ReactPageName,
): ReactPageName {
  return useSyncExternalStore(subscribe, pageNow, () => rendered)
  function pageNow(): ReactPageName {
    const page = history.state?.page
    if (typeof page === 'string' && isPage(page)) lastShown = page
    return lastShown ?? rendered
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(changed, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(changed, listener)
  }
}
