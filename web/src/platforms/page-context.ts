/** Declares the data of a rendered page. The server and the browser use equal data, so that hydration matches. */
import type { RenderedPageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { createContext, use } from 'react'
import type { PageBrand } from './brand-shape.ts'

export type PageData = {
  page: RenderedPageName
  platform: Platform
  brand: PageBrand
  /** The sign-in form asks for email and password together. */
  hasCredentials?: true
  /** Every page of the platform has the top navigation. */
  hasMenu?: true
  site: Site
  /** Paths of the platform's pages, with their query; null for a page that the platform lacks. */
  paths: {
    signIn: string
    signOut: string
    signUp: string | null
    forgotPassword: string | null
    help: string | null
  }
  /** The year of the copyright line. It is the year of the service's start, so that hydration matches. */
  year: number
}

export const PageContext = createContext<PageData | null>(null)

export function usePage(): PageData {
  const value = use(PageContext)
  if (!value) throw new Error('No page data')
  return value
}
