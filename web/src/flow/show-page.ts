/** Which page an address shows is kept with its history entry, so that Back and Forward know it, too. */
import { useHistoryState } from 'wouter/use-browser-location'
import { isReactPage, type ReactPageName } from '../platforms/rendered-pages.ts'

/** Shows a page at the address as it is. */
export function showPage(page: ReactPageName): void {
  history.replaceState({ ...history.state, page }, '')
}

/** `rendered` is the page the document came with. */
export function useShownPage(rendered: ReactPageName): ReactPageName {
  const state = useHistoryState<{ page?: unknown } | null>()
  const page = state?.page
  return typeof page === 'string' && isReactPage(page) ? page : rendered
}
