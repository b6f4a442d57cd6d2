/** Loads the component of a page, and what else the page's first rendering needs. */
import { isReactPage, pageNames, pages, type ReactPageName } from '@foyer/contract/pages'
import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent } from './flow/machine/lazy-component.ts'
import type { PageData } from './platforms/page-context.ts'
import { hasNavigation } from './platforms/page-facts.ts'
import * as signIn from './sign-in/sign-in-page.tsx'

type PageModule = Record<string, ComponentType>

const modules: Record<string, () => Promise<PageModule>> = {
  ...import.meta.glob<PageModule>(['./*/*-page.tsx', '!./sign-in/*', '!./account/*']),
  // Imported statically: most visits begin with this page, and most forms share its modules.
  './sign-in/sign-in-page.tsx': async () => signIn,
}

async function loadModule(page: ReactPageName): Promise<PageModule> {
  const { module, section } = pages[page]
  const load = section ? (await loadSections())[module.replace('account', '.')] : modules[`./${module}`]
  if (!load) throw new Error(`The page ${page} has no module ${module}`)
  return load()
}

/** Surrounds the sections of the account area. A section's page loads it. */
export const accountArea = lazyComponent(loadArea, 'AccountArea')

async function loadArea() {
  return import('./account/account-area.tsx')
}

async function loadSections(): Promise<Record<string, () => Promise<PageModule>>> {
  await accountArea.load()
  return (await loadArea()).sections
}

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
