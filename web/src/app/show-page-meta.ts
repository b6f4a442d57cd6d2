/** Gives the document the description of a page that is shown without a new document, and its title while its code loads. */
import type { PageData } from '../platforms/page-context.ts'
import { pageTitle } from '../platforms/page-title.ts'
import type { ReactPageName } from '../platforms/rendered-pages.ts'
import { descriptionOf } from './descriptions.ts'
import { routes } from './routes.tsx'
import { titles } from './titles.ts'

export function showPageMeta(page: ReactPageName, data: PageData): void {
  document.querySelector('meta[name=description]')?.setAttribute('content', descriptionOf(page, data))
  // A page that is shown has the title of its step.
  if (!routes[page].loaded()) document.title = pageTitle(titles[page], data)
}
