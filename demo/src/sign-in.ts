import { finishSignIn } from '@foyer/sdk/exchange'
import { isFoyerError } from '@foyer/sdk/failure'
import { startSignIn, startSignOut } from '@foyer/sdk/redirect'
import { sameSitePath } from '@foyer/sdk/return-to'
import { signOutSession } from '@foyer/sdk/tokens'
import { transactionSeconds } from '@foyer/sdk/transaction'
import { cookie, droppedCookie } from './cookies.ts'
import { foyerAwayPage, halfSignedOutPage, sentencePage } from './pages.ts'
import { claimsOf, isFoyerThere, type Platform, sessionSeconds } from './platform.ts'
import { type Reply, redirect, type Visit } from './visit.ts'

const restartSeconds = 60

function transactionCookie({ site }: Platform): string {
  return `${site.cookie}_transaction`
}

function restartCookie({ site }: Platform): string {
  return `${site.cookie}_restart`
}

/** GET /sign-in */
export async function signIn(platform: Platform, visit: Visit): Promise<Reply> {
  const returnTo = sameSitePath(visit.url.searchParams.get('returnTo'))
  const isAgain = visit.url.searchParams.has('again')
  // A browser without cookies would go to Foyer and back for ever.
  if (isAgain && !visit.cookies.has(restartCookie(platform))) {
    return { status: 400, page: needsCookiesPage(returnTo) }
  }
  if (!isAgain && visit.session && (await claimsOf(platform, visit.session))) return redirect(returnTo)
  if (!(await isFoyerThere(platform))) return { status: 503, page: foyerAwayPage(signInPath(returnTo)) }
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
    // A token that we cannot read would only send the person round again.
    await platform.verifier.verify(tokens.accessToken)
    if (visit.session) void endAtFoyer(platform, visit)
    const { id } = platform.sessions.open(user, tokens)
    return redirect(
      returnTo,
      cookie(platform.site.cookie, id, sessionSeconds),
      dropped,
      droppedCookie(restartCookie(platform)),
    )
  } catch (error) {
    if (!isFoyerError(error, 'state-mismatch', 'transaction-expired', 'code-missing', 'code-invalid'))
      throw error
    return restart(platform, visit, dropped)
  }
}

/** Even with a session: Foyer may have somebody else by now, and that is who came. */
export function signInAgain(platform: Platform): Reply {
  const dropped = droppedCookie(transactionCookie(platform), '/callback')
  return redirect('/sign-in?again=1', dropped, cookie(restartCookie(platform), '1', restartSeconds))
}

/** A callback that does not fit: a reload, a second tab, a bookmark, or a sign-in that somebody else began. */
function restart(platform: Platform, visit: Visit, dropped: string): Reply {
  const name = restartCookie(platform)
  if (!visit.cookies.has(name)) return signInAgain(platform)
  if (visit.session) return redirect('/', dropped)
  return {
    status: 400,
    page: sentencePage(
      'That sign-in did not finish',
      'It took too long, or it was begun in another window. Nothing is wrong with your account.',
      { href: '/sign-in', label: 'Sign in again' },
    ),
    cookies: [dropped, droppedCookie(name)],
  }
}

/** POST /sign-out: here first, then at Foyer. */
export async function signOut(platform: Platform, visit: Visit): Promise<Reply> {
  const dropped = droppedCookie(platform.site.cookie)
  if (!isFromHere(platform, visit)) {
    const sentence = 'Signing out has to begin on one of our own pages. You are as signed in as before.'
    return { status: 403, page: sentencePage('Not from here', sentence, { href: '/', label: 'Go home' }) }
  }
  if (visit.session) await endAtFoyer(platform, visit)
  if (!(await isFoyerThere(platform))) return { status: 503, page: halfSignedOutPage(), cookies: [dropped] }
  const { url, transaction } = await startSignOut(platform.foyer)
  return redirect(url, dropped, keptTransaction(platform, transaction))
}

/** Ends the session here whatever Foyer says; Foyer ends its half with the one it came from. */
async function endAtFoyer({ sessions, foyer }: Platform, { session }: Visit): Promise<void> {
  if (!session) return
  sessions.close(session.id)
  await signOutSession(foyer, session.tokens.accessToken).catch(() => undefined)
}

/** The browser says where a form stands; other sites cannot make it say otherwise (Fetch Metadata). */
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
    'Signing in needs one cookie of this site, and your browser keeps none. Allow cookies for it, then try again.',
    { href: signInPath(returnTo), label: 'Try again' },
  )
}
