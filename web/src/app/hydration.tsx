/** Reads the data of the document before hydration, and takes over from the early script after it. */
import { isPlatform } from '@foyer/contract/platforms'
import { type ReactNode, useEffect } from 'react'
import { unexpected } from '../api/failure.ts'
import type { PageData } from '../platforms/page-context.ts'
import { isReactPage, type ReactPageName } from '../platforms/rendered-pages.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import type { SiteScript } from './page-document.ts'

/** Reads the data that the document was rendered with. */
export function readPageData(): PageData & { page: ReactPageName } {
  const { platform, page } = document.documentElement.dataset
  const { brand, paths, year, ...site }: SiteScript = JSON.parse(
    document.getElementById('site')?.textContent ?? '',
  )
  const name = page as PageData['page']
  if (!isPlatform(platform) || !isReactPage(name)) throw new Error('The page does not say what it is')
  return { page: name, platform, brand, site, paths, year }
}

/** Sends a form again that was sent before hydration. Inner effects run first, so every form listens by then. */
export function ReplayEarlySubmit({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.started = ''
    const form = window.foyer.start()
    if (form?.isConnected) form.requestSubmit()
  }, [])
  return children
}

/** Shows a toast for errors outside rendering, which leave the page usable. */
export function reportLaterErrors(): void {
  const report = () => showToast(unexpected)
  // A step without its style sheet is better than none.
  addEventListener(
    'vite:preloadError',
    (event) => event.payload.message.includes('CSS') && event.preventDefault(),
  )
  // Errors of browser extensions arrive here, too, but have no http(s) address of ours.
  addEventListener('error', (event) => /^https?:/.test(event.filename) && report())
  addEventListener('unhandledrejection', ({ reason }) => reason?.stack?.includes(location.origin) && report())
}
