import type { IncomingHttpHeaders } from 'node:http'
import type { Page } from './page.ts'
import type { SiteSession } from './sessions.ts'

/** A request with its cookies and session. */
export type Visit = {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  cookies: Map<string, string>
  session: SiteSession | null
}

export type Reply = {
  status: number
  page?: Page
  location?: string
  cookies?: string[]
  headers?: Record<string, string>
}

/** Redirects with 303, so that a POST is never repeated elsewhere (RFC 9700 §4.12). */
export function redirect(location: string, ...cookies: string[]): Reply {
  return { status: 303, location, cookies }
}
