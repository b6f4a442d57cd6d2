/** Loads the component of a page, and what else the page's first rendering needs. */
import { isReactPage, pageNames, pages, type ReactPageName } from '@foyer/contract/pages'
import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent } from './flow/machine/lazy-component.ts'
import type { PageData } from './platforms/page-context.ts'
import { hasNavigation } from './platforms/page-facts.ts'
import * as signIn from './sign-in/sign-in-page.tsx'

type PageModule = Record<string, ComponentType>

const modules: Record<string, () => Promise<PageModule>> = {
  ...import.meta.glob<PageModule>(['./*/*-page.tsx', './account/*/*-page.tsx', '!./sign-in/*']),
  // Imported statically: most visits begin with this page, and most forms share its modules.
  './sign-in/sign-in-page.tsx': async () => signIn,
}

async function loadModule(page: ReactPageName): Promise<PageModule> {
  const { module, section } = pages[page]
  const load = modules[`./${module}`]
  if (!load) throw new Error(`The page ${page} has no module ${module}`)
  if (section) await accountArea.load()
  return load()
}

/** Surrounds the sections of the account area. A section's page loads it. */
export const accountArea = lazyComponent(() => import('./account/account-area.tsx'), 'AccountArea')

/** The component of each page with React. */
export const pageComponents = Object.fromEntries(
  pageNames()
    .filter(isReactPage)
    .map((page) => [page, lazyComponent(() => loadModule(page), pages[page].component)]),
) as Record<ReactPageName, LazyComponent<object>>

/** Loaded only by pages with the top navigation. */
export const navigation = lazyComponent(() => import('./app/navigation.tsx'), 'Navigation')

export async function loadPage(page: ReactPageName, facts: Pick<PageData, 'hasMenu'>): Promise<void> {
  await Promise.all([pageComponents[page].load(), hasNavigation(page, facts) && navigation.load()])
}
