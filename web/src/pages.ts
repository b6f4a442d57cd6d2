/** Loads the component that the table of pages names, and all else that the first rendering of a page needs. */
import { isReactPage, pageNames, pages, type ReactPageName } from '@foyer/contract/pages'
import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent } from './flow/machine/lazy-component.ts'
import type { PageData } from './platforms/page-context.ts'
import { hasNavigation } from './platforms/page-facts.ts'

type Facts = Pick<PageData, 'hasCredentials' | 'hasMenu'>

/** A page's module may export `loadParts`, which loads what its first rendering needs besides the module. */
type PageModule = { [component: string]: ComponentType } & { loadParts?: (facts: Facts) => Promise<unknown> }

const modules = import.meta.glob<PageModule>('./*/*-page.tsx')

/** The component of every page with React. */
export const pageComponents = Object.fromEntries(
  pageNames()
    .filter(isReactPage)
    .map((page) => [page, lazyComponent(() => moduleOf(page), pages[page].component)]),
) as Record<ReactPageName, LazyComponent<object>>

/** The top navigation; pages without it do not load it. */
export const navigation = lazyComponent(() => import('./app/navigation.tsx'), 'Navigation')

export async function loadPage(page: ReactPageName, facts: Facts): Promise<void> {
  await Promise.all([pageComponents[page].load(), hasNavigation(page, facts) && navigation.load()])
  await (await moduleOf(page)).loadParts?.(facts)
}

function moduleOf(page: ReactPageName): Promise<PageModule> {
  const { module } = pages[page]
  const load = modules[`./${module}`]
  if (!load) throw new Error(`The page ${page} has no module ${module}`)
  return load()
}
