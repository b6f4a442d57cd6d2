/** Declares a running site, its pages, and the requests and answers of its own routes. */
import type { User } from '@foyer/sdk/session'
import type { Site as FoyerSite, SiteSession } from '@foyer/sdk/site'
import type { Html } from './html.ts'
import type { Records, SignInRecord } from './records.ts'
import type { Site } from './sites.ts'

/** A running site: its row in the table, the SDK's site object, and its records. */
export type Running = {
  site: Site
  accountsUrl: string
  /** The origins of all demo sites. */
  origins: ReadonlyMap<Site, string>
  foyer: FoyerSite
  records: Records
}

/** The content of a page without the frame. */
export type Page = {
  title: string
  /** The path that the navigation marks as current. */
  path?: string
  /** If set, the frame has the navigation and the sign-out button. */
  user?: User | null
  content: Html
}

/** A request for one of the site's own pages. */
export type SiteRequest = {
  method: string
  url: URL
  request: Request
  session: SiteSession | null
  /** The sign-in that opened the browser's session, even after the session has ended. */
  signIn: SignInRecord | null
}

export type Reply = {
  status: number
  page?: Page
  /** The body of an answer for the site's own script. */
  json?: unknown
  location?: string
  headers?: Record<string, string>
}

/** Redirects with 303, so that no POST is repeated elsewhere (RFC 9700 §4.12). */
export function redirect(location: string, headers: Record<string, string> = {}): Reply {
  return { status: 303, location, headers }
}
