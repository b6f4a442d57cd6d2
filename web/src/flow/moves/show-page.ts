/** Which page an address shows is kept with its history entry, so that Back and Forward know it, too. */
import { useSyncExternalStore } from 'react'
import { isReactPage, type ReactPageName } from '../../platforms/rendered-pages.ts'

const changed = 'foyer:page'

export function showPage(page: ReactPageName): void {
  history.replaceState({ ...history.state, page }, '')
  dispatchEvent(new Event(changed))
}

export function openPage(path: string, page: ReactPageName, replace: boolean): void {
  history[replace ? 'replaceState' : 'pushState']({ page }, '', path)
  dispatchEvent(new Event(changed))
}

/** A fragment makes an entry that knows nothing: it shows what was there before. */
let lastShown: ReactPageName | null = null

export function useShownPage(rendered: ReactPageName): ReactPageName {
  return useSyncExternalStore(subscribe, pageNow, () => rendered)
  function pageNow(): ReactPageName {
    const page = history.state?.page
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
