/** Reads the data of the document before hydration, and takes over from the early script after it. */
import { isPlatform } from '@foyer/contract/platforms'
import { type ReactNode, useEffect } from 'react'
import { unexpected } from '../api/failure.ts'
import type { PageData } from '../platforms/page-context.ts'
import { isReactPage, type ReactPageName } from '../platforms/rendered-pages.ts'
import { showToast } from '../ui/feedback/toast-text.ts'
import type { SiteScript } from './page-document.ts'

/** Reads the data that the document was rendered with. */
export function readPageData(): PageData & { page: ReactPageName } {
  const { platform, page } = document.documentElement.dataset
  const { brand, paths, year, ...site }: SiteScript = JSON.parse(
    document.getElementById('site')?.textContent ?? '',
  )
  const name = page as PageData['page']
  if (!isPlatform(platform) || !isReactPage(name)) throw new Error('No page data')
  return { page: name, platform, brand, site, paths, year }
}

/** Sends a form again that was sent before hydration. Inner effects run first, so every form listens by then. */
export function ReplayEarlySubmit({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.started = ''
    const form = window.foyer.start(showLaterError)
    if (form?.isConnected) form.requestSubmit()
  }, [])
  return children
}

/** Shows a toast for errors outside rendering, which leave the page usable. The code that loads a script handles its failure. */
function showLaterError({ target }: Event): void {
  if (target === window) showToast(unexpected)
}

/** Lets a step appear without its style sheet, which is better than none. */
export function allowMissingSheets(): void {
  addEventListener(
    'vite:preloadError',
    (event) => event.payload.message.includes('CSS') && event.preventDefault(),
  )
}
