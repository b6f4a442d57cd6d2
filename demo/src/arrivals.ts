/** Notes how the browser of a new session came: by the route that opened it, and the mark that the page had set. */

import type { Arrival } from './records.ts'
import { arrivalMark, wayCookieOf } from './sister-sign-in.ts'
import { basePath, cookieOf, type Site } from './sites.ts'
import type { Running } from './visit.ts'

/** Returns the response, with the arrival of the session noted that it opens. */
export async function noteArrival(
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

/** A popup that the browser blocked goes on as a redirect, so the route decides, and the mark tells the rest. */
function wayOf(pathname: string, mark: string | undefined): Arrival['way'] {
  if (pathname !== `${basePath}/finish`) return mark === arrivalMark ? mark : 'redirect'
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
