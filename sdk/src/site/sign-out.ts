/** Handles sign-outs: by the user on this site, and by Foyer over the back channel. */
import { isFoyerError } from '../failure.ts'
import { startSignOut } from '../redirect.ts'
import { sameSitePath } from '../return-to.ts'
import { isFromHere, json, readBody, redirect, withCookies } from './replies.ts'
import { endSession, findSession } from './sessions.ts'
import type { Settings } from './settings.ts'
import { isFoyerReachable } from './sign-in.ts'

/**
 * Handles POST /sign-out: signs the user out on this site first, then at Foyer. A form is redirected to Foyer's logout;
 * a script that accepts JSON gets the URL.
 */
export async function signOut(settings: Settings, request: Request, url: URL): Promise<Response> {
  const { cookies, foyer, homePath, origin } = settings
  const isScript = request.headers.get('accept') === 'application/json'
  if (!isFromHere(request, origin)) {
    if (isScript) return json(403, { error: 'refused' })
    return settings.showProblem({ kind: 'refused', status: 403, href: homePath }, request)
  }
  const session = await findSession(settings, request)
  if (session) await endSession(settings, session)
  const dropped = cookies.drop('session')
  // A sign-out from an external site keeps the user signed in at Foyer.
  if (foyer.external) return isScript ? json(200, { url: null }, dropped) : redirect(homePath, dropped)
  if (!isScript && !(await isFoyerReachable(settings))) {
    const problem = { kind: 'signed-out-here', status: 503, href: homePath } as const
    return withCookies(await settings.showProblem(problem, request), [dropped])
  }
  const returnTo = sameSitePath(url.searchParams.get('returnTo'))
  const departure = await startSignOut(foyer, { returnTo })
  const kept = cookies.keep('transaction', departure.transaction)
  return isScript ? json(200, { url: departure.url }, dropped, kept) : redirect(departure.url, dropped, kept)
}

/**
 * Handles POST /back-channel-logout: Foyer's server reports that a session has ended (OpenID Connect Back-Channel
 * Logout 1.0).
 */
export async function backChannelLogout(settings: Settings, request: Request): Promise<Response> {
  const { logout, store } = settings
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  const body = isForm ? await readBody(request) : null
  const [token, ...more] = new URLSearchParams(body ?? '').getAll('logout_token')
  if (!token || more.length > 0) return json(400, { error: 'invalid_request' })
  try {
    const { sid, sub } = await logout.verify(token)
    if (sid !== null) await store.deleteBySid(sid)
    else if (sub !== null) await store.deleteByUser(sub)
    return json(200, {})
  } catch (error) {
    if (isFoyerError(error, 'no-answer') || !isFoyerError(error)) throw error
    return json(400, { error: 'invalid_request', error_description: error.code })
  }
}
