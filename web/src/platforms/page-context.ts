/** What a page was rendered with: the same on the server and in the browser, so that both show the same. */
import type { Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { createContext, use } from 'react'
import type { PageBrand } from './brand-shape.ts'
import type { RenderedPageName } from './rendered-pages.ts'

export type PageData = {
  page: RenderedPageName
  platform: Platform
  brand: PageBrand
  site: Site
  /** Of this platform, with its query; null for a page that is not rendered yet or not open to it. */
  paths: {
    signIn: string
    signOut: string
    signUp: string | null
    forgotPassword: string | null
    help: string | null
  }
  /** Of the copyright line: when the service started, not when the page was opened. */
  year: number
}

export const PageContext = createContext<PageData | null>(null)

export function usePage(): PageData {
  const value = use(PageContext)
  if (!value) throw new Error('There is no page around this component')
  return value
}
