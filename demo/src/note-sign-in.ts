/**
 * Records how the user of a new session signed in, from the route that opened the session and the mark that the page
 * had set.
 */

import type { SignInRecord } from './records.ts'
import { autoLoginMark, wayCookieOf } from './sister-sign-in.ts'
import type { Running } from './site-requests.ts'
import { basePath, cookieOf, type Site } from './sites.ts'

/** Records the sign-in if the response opens a session; returns the response. */
export async function noteSignIn(
  { site, foyer, records }: Running,
  request: Request,
  response: Response,
): Promise<Response> {
  const opened = sessionIdOf(response.headers.getSetCookie().join('; '), site)
  if (!opened) return response
  const cookie = `${cookieOf(site)}=${opened}`
  const session = await foyer.sessionOf(new Request(foyer.origin, { headers: { cookie } })).catch(() => null)
  const mark = readCookie(request.headers.get('cookie'), wayCookieOf(site.key))
  if (session) records.note(opened, session.claims.sid, wayOf(new URL(request.url).pathname, mark))
  response.headers.append('set-cookie', `${wayCookieOf(site.key)}=; Path=/; Max-Age=0; SameSite=Lax`)
  return response
}

/**
 * Returns how the user signed in. The route takes precedence over the mark, because a blocked popup leaves its mark but
 * continues as a redirect.
 */
function wayOf(pathname: string, mark: string | undefined): SignInRecord['way'] {
  if (pathname !== `${basePath}/finish`) return mark === autoLoginMark ? mark : 'redirect'
  return mark === 'frame' || mark === 'silent' ? mark : 'popup'
}

/** Returns the id of the session in a `Cookie` header. */
export function sessionIdOf(header: string | null, site: Site): string | undefined {
  return readCookie(header, cookieOf(site)) || undefined
}

function readCookie(header: string | null, wanted: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name = '', value = ''] = pair.split('=')
    if (name.trim() === wanted) return value.trim()
  }
  return undefined
}
