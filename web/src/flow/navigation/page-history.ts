/** Stores the name of the shown page in its history entry, so that Back and Forward show the page again. */
import { isReactPage, type ReactPageName } from '@foyer/contract/pages'
import { useSyncExternalStore } from 'react'

const changed = 'foyer:page'

export function showPage(page: ReactPageName): void {
  history.replaceState({ ...history.state, page }, '')
  dispatchEvent(new Event(changed))
}

export function openPage(path: string, page: ReactPageName, replace: boolean): void {
  history[replace ? 'replaceState' : 'pushState']({ page }, '', path)
  dispatchEvent(new Event(changed))
}

/** The page to show for an entry without a page, which a new fragment in the address creates. */
let lastShown: ReactPageName | null = null

export function useShownPage(rendered: ReactPageName): ReactPageName {
  return useSyncExternalStore(subscribe, pageNow, () => rendered)
  function pageNow(): ReactPageName {
    const page = history.state?.page
    // A newer release may have written an unknown name.
    if (typeof page === 'string' && isReactPage(page)) lastShown = page
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
