import type { RenderedPageName } from './rendered-pages.ts'

/** Checks whether the page has the panel beside its form in the split layout. */
export function hasPanel(page: RenderedPageName): boolean {
  return /sign-(in|up)$/.test(page)
}
