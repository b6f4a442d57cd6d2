import { createSite, type Site, type SiteSession } from '@foyer/sdk/site'

const { ACCOUNTS_URL = 'http://localhost:4000', FOYER_CLIENT_SECRET = '', PORT = '3000' } = process.env

// Next loads this module more than once; the sessions in memory must be one set.
const shared = globalThis as { foyerSite?: Site }

/** Creates the site at the first request: a build has no secret. */
export function site(): Site {
  shared.foyerSite ??= createSite({
    accountsUrl: ACCOUNTS_URL,
    platform: 'student',
    product: 'learning',
    clientId: 'learning-web',
    clientSecret: FOYER_CLIENT_SECRET,
    origin: `http://localhost:${PORT}`,
  })
  return shared.foyerSite
}

/** Answers Foyer's routes; null for a page of your own. The origin is yours, never that of the `Host` header. */
export function handle(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  return site().handle(new Request(site().origin + pathname + search, request))
}

/** Returns the session of a page: `await sessionOf(await headers())`, with `headers` of `next/headers`. */
export function sessionOf(headers: Headers): Promise<SiteSession | null> {
  return site().sessionOf(new Request(site().origin, { headers: new Headers(headers) }))
}
