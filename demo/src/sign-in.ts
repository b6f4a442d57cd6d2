/** Handles sign-in, its callback and sign-out of a demo site. */
import { finishSignIn } from '@foyer/sdk/exchange'
import { isFoyerError } from '@foyer/sdk/failure'
import { startSignIn, startSignOut } from '@foyer/sdk/redirect'
import { sameSitePath } from '@foyer/sdk/return-to'
import { signOutSession } from '@foyer/sdk/tokens'
import { transactionSeconds } from '@foyer/sdk/transaction'
import { cookie, droppedCookie } from './cookies.ts'
import { foyerUnavailablePage, halfSignedOutPage, sentencePage } from './pages.ts'
import { claimsOf, isFoyerReachable, type Platform, sessionSeconds } from './platform.ts'
import { cookieOf } from './sites.ts'
import { type Reply, redirect, type Visit } from './visit.ts'

const restartSeconds = 60

function transactionCookie({ site }: Platform): string {
  return `${cookieOf(site)}-transaction`
}

function restartCookie({ site }: Platform): string {
  return `${cookieOf(site)}-restart`
}

/** GET /sign-in */
export async function signIn(platform: Platform, visit: Visit): Promise<Reply> {
  const returnTo = sameSitePath(visit.url.searchParams.get('returnTo'))
  const isAgain = visit.url.searchParams.has('again')
  // A browser without cookies would be redirected to Foyer and back endlessly.
  if (isAgain && !visit.cookies.has(restartCookie(platform))) {
    return { status: 400, page: needsCookiesPage(returnTo) }
  }
  if (!isAgain && visit.session && (await claimsOf(platform, visit.session))) return redirect(returnTo)
  if (!(await isFoyerReachable(platform)))
    return { status: 503, page: foyerUnavailablePage(signInPath(returnTo)) }
  const { url, transaction } = await startSignIn(platform.foyer, { returnTo })
  return redirect(url, keptTransaction(platform, transaction))
}

/** GET /callback */
export async function finish(platform: Platform, visit: Visit): Promise<Reply> {
  const dropped = droppedCookie(transactionCookie(platform), '/callback')
  const transaction = visit.cookies.get(transactionCookie(platform))
  try {
    const arrival = { requestUrl: visit.url, transaction }
    const { session: tokens, user, returnTo } = await finishSignIn(platform.foyer, arrival)
    // An unreadable token would start the sign-in again and again.
    await platform.verifier.verify(tokens.accessToken)
    if (visit.session) void endAtFoyer(platform, visit)
    const { id } = platform.sessions.open(user, tokens)
    return redirect(
      returnTo,
      cookie(cookieOf(platform.site), id, sessionSeconds),
      dropped,
      droppedCookie(restartCookie(platform)),
    )
  } catch (error) {
    if (!isFoyerError(error, 'state-mismatch', 'transaction-expired', 'code-missing', 'code-invalid'))
      throw error
    return restart(platform, visit, dropped)
  }
}

/** Begins a new sign-in even with a session, since another user may have signed in at Foyer meanwhile. */
export function signInAgain(platform: Platform): Reply {
  const dropped = droppedCookie(transactionCookie(platform), '/callback')
  return redirect('/sign-in?again=1', dropped, cookie(restartCookie(platform), '1', restartSeconds))
}

/** Handles a callback without its sign-in: a reload, a second tab, a bookmark, or a forged one. */
function restart(platform: Platform, visit: Visit, dropped: string): Reply {
  const name = restartCookie(platform)
  if (!visit.cookies.has(name)) return signInAgain(platform)
  if (visit.session) return redirect('/', dropped)
  return {
    status: 400,
    page: sentencePage(
      'That sign-in did not finish',
      'It took too long, or it was started in another window. Your account is fine. Please sign in again.',
      { href: '/sign-in', label: 'Sign in again' },
    ),
    cookies: [dropped, droppedCookie(name)],
  }
}

/** POST /sign-out: signs the user out here first, then at Foyer. */
export async function signOut(platform: Platform, visit: Visit): Promise<Reply> {
  const dropped = droppedCookie(cookieOf(platform.site))
  if (!isFromHere(platform, visit)) {
    const sentence = 'You can sign out only on one of our own pages. You’re still signed in.'
    return {
      status: 403,
      page: sentencePage('You’re still signed in', sentence, { href: '/', label: 'Go home' }),
    }
  }
  if (visit.session) await endAtFoyer(platform, visit)
  // Leaving an external site leaves the user signed in at Foyer.
  if (platform.site.external) return redirect('/', dropped)
  if (!(await isFoyerReachable(platform)))
    return { status: 503, page: halfSignedOutPage(), cookies: [dropped] }
  const { url, transaction } = await startSignOut(platform.foyer)
  return redirect(url, dropped, keptTransaction(platform, transaction))
}

/** Ends the session here, whatever Foyer answers. */
async function endAtFoyer({ sessions, foyer }: Platform, { session }: Visit): Promise<void> {
  if (!session) return
  sessions.close(session.id)
  await signOutSession(foyer, session.tokens.accessToken).catch(() => undefined)
}

/** Browsers send the origin of a form, and other sites cannot fake it (Fetch Metadata). */
function isFromHere({ origin }: Platform, { headers }: Visit): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}

function keptTransaction(platform: Platform, transaction: string): string {
  return cookie(transactionCookie(platform), transaction, transactionSeconds, '/callback')
}

export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ returnTo })}`
}

function needsCookiesPage(returnTo: string) {
  return sentencePage(
    'Please allow cookies',
    'Signing in needs one cookie, and your browser blocks it. Allow cookies for this site, then try again.',
    { href: signInPath(returnTo), label: 'Try again' },
  )
}
