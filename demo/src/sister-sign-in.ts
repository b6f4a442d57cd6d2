/** Passes a sign-in from the sister site to Foyer, and from Foyer to the platform's first site. */
import { type Reply, type Running, redirect, type SiteRequest } from './site-requests.ts'

/** The mark of a sign-in that began at the sister site. */
export const autoLoginMark = 'auto-login'
const markSeconds = 60

/**
 * Handles POST /carry: gives the session's tokens to this site's own page, which posts them to Foyer's auto-login
 * frame. Only a sister site does this; any other site keeps its tokens on the server.
 */
export async function carryTokens({ records, foyer }: Running, asked: SiteRequest): Promise<Reply> {
  const { request, session } = asked
  const site = request.headers.get('sec-fetch-site')
  const isFromHere = site === null ? request.headers.get('origin') === foyer.origin : site === 'same-origin'
  if (!isFromHere) return { status: 403, json: { error: 'refused' } }
  // The session check has already renewed an expired token.
  const tokens = session && (await records.tokensOf(session.claims.sid))
  return tokens ? { status: 200, json: tokens } : { status: 401, json: { error: 'signed-out' } }
}

/**
 * Handles GET /from-sister at the platform's first site: records how the user signs in, and signs in silently through
 * Foyer.
 */
export async function fromSister({ site, foyer }: Running): Promise<Reply> {
  const cookie = `${wayCookieOf(site.key)}=${autoLoginMark}; Path=/; Max-Age=${markSeconds}; SameSite=Lax`
  return redirect(foyer.signInPath('/'), { 'set-cookie': cookie })
}

/** Returns the name of the cookie that records how a sign-in began; the page's script writes it too. */
export function wayCookieOf(key: string): string {
  return `demo-${key}-way`
}
