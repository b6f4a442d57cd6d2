/** Handles a sign-in by redirect: the redirect to Foyer, the callback, and unfinished sign-ins. */
import { finishSignIn } from '../exchange.ts'
import { isFoyerError } from '../failure.ts'
import { issuerOf } from '../foyer.ts'
import { startSignIn } from '../redirect.ts'
import { sameSitePath } from '../return-to.ts'
import { readTransaction } from '../transaction.ts'
import type { Claims } from '../verify.ts'
import { redirect, withCookies } from './replies.ts'
import { currentSession, endSession, findSession, openSession } from './sessions.ts'
import type { Settings } from './settings.ts'

/** Handles GET /sign-in. */
export async function signIn(settings: Settings, request: Request, url: URL): Promise<Response> {
  const { cookies, foyer } = settings
  const returnTo = sameSitePath(url.searchParams.get('returnTo'))
  const assurance = url.searchParams.get('assurance') === '2' ? 2 : undefined
  const href = signInPath(settings, returnTo, assurance)
  const isAgain = url.searchParams.has('again')
  // Without cookies, the browser would be redirected to Foyer and back endlessly.
  if (isAgain && cookies.read(request.headers.get('cookie'), 'restart') === undefined)
    return settings.showProblem({ kind: 'cookies-blocked', status: 400, href }, request)
  const session = isAgain ? null : await currentSession(settings, request)
  if (session && (!assurance || hasTwoFactors(session.claims))) return redirect(returnTo)
  if (!(await isFoyerReachable(settings)))
    return settings.showProblem({ kind: 'unavailable', status: 503, href }, request)
  const { url: location, transaction } = await startSignIn(foyer, { returnTo, assurance })
  return redirect(location, cookies.keep('transaction', transaction))
}

/** Handles GET /callback. */
export async function finishRedirect(settings: Settings, request: Request, url: URL): Promise<Response> {
  const { cookies, foyer, verifier } = settings
  const transaction = cookies.read(request.headers.get('cookie'), 'transaction')
  try {
    const { session, user, returnTo } = await finishSignIn(foyer, { requestUrl: url, transaction })
    // Verified before the session opens: an unreadable token would start the sign-in again and again.
    const claims = await verifier.verify(session.accessToken)
    const previous = await findSession(settings, request)
    if (previous) void endSession(settings, previous).catch(settings.onError)
    const opened = await openSession(settings, session, user, claims)
    const kept = [opened, cookies.drop('transaction'), cookies.drop('restart')]
    const { assurance } = readTransaction(transaction)
    if (!assurance || hasTwoFactors(claims)) return redirect(returnTo, ...kept)
    // Another redirect would come back with one factor as well.
    const href = signInPath(settings, returnTo, assurance)
    const page = await settings.showProblem({ kind: 'one-factor', status: 403, href }, request)
    return withCookies(page, kept)
  } catch (error) {
    if (!isFoyerError(error, 'state-mismatch', 'transaction-expired', 'code-missing', 'code-invalid'))
      throw error
    return restart(settings, request)
  }
}

/**
 * Starts a new sign-in for a code that this site did not request: the user signed in at Foyer directly. It does so even
 * if the site has a session, because another user may have signed in at Foyer. The code expires unused.
 */
export function signInAgain({ basePath, cookies }: Settings): Response {
  return redirect(`${basePath}/sign-in?again=1`, cookies.drop('transaction'), cookies.keep('restart', '1'))
}

/** Handles a callback without its sign-in: a reload, a second tab, a bookmark, or a forged callback. */
async function restart(settings: Settings, request: Request): Promise<Response> {
  const { cookies, homePath } = settings
  if (cookies.read(request.headers.get('cookie'), 'restart') === undefined) return signInAgain(settings)
  if (await findSession(settings, request)) return redirect(homePath, cookies.drop('transaction'))
  const href = signInPath(settings, '/')
  const page = await settings.showProblem({ kind: 'not-finished', status: 400, href }, request)
  return withCookies(page, [cookies.drop('transaction'), cookies.drop('restart')])
}

export function signInPath({ basePath }: Settings, returnTo: string, assurance?: 2): string {
  const query = new URLSearchParams({
    ...(returnTo !== '/' && { returnTo }),
    ...(assurance && { assurance: String(assurance) }),
  })
  return `${basePath}/sign-in${query.size > 0 ? `?${query}` : ''}`
}

/** Returns whether the user gave two factors. A Foyer older than this package names none. */
export function hasTwoFactors({ acr }: Pick<Claims, 'acr'>): boolean {
  return acr === '2'
}

const probeTimeoutMs = 3_000

/** Checked before a redirect to Foyer, because the browser would otherwise show its own error page. */
export async function isFoyerReachable({ foyer }: Settings): Promise<boolean> {
  const send = foyer.fetch ?? fetch
  try {
    const timeoutMs = Math.min(probeTimeoutMs, foyer.timeoutMs ?? probeTimeoutMs)
    const response = await send(`${issuerOf(foyer)}/health/live`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
