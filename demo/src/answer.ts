import { isFoyerError } from '@foyer/sdk/failure'
import type { User } from '@foyer/sdk/session'
import type { Page } from './page.ts'
import { foyerAwayPage, homePage, legalPageOf, memberPageOf, sentencePage, welcomePage } from './pages.ts'
import { claimsOf, type Platform } from './platform.ts'
import { finish, signIn, signInAgain, signInPath, signOut } from './sign-in.ts'
import { type Reply, redirect, type Visit } from './visit.ts'

type Route = { method: 'GET' | 'POST'; answer(platform: Platform, visit: Visit): Promise<Reply> }

const home = { href: '/', label: 'Go home' }

/** Every path of a site. */
function routeOf(pathname: string): Route | null {
  if (pathname === '/') return { method: 'GET', answer: start }
  if (pathname === '/sign-in') return { method: 'GET', answer: signIn }
  if (pathname === '/callback') return { method: 'GET', answer: finish }
  if (pathname === '/sign-out') return { method: 'POST', answer: signOut }
  const legal = legalPageOf(pathname)
  if (legal) return { method: 'GET', answer: async () => ({ status: 200, page: legal }) }
  const page = memberPageOf(pathname)
  return page && { method: 'GET', answer: (platform, visit) => showToMember(platform, visit, page) }
}

export async function answer(platform: Platform, visit: Visit): Promise<Reply> {
  const route = routeOf(visit.url.pathname)
  if (!route) {
    const sentence = 'There is nothing at this address.'
    return { status: 404, page: sentencePage('Page not found', sentence, home) }
  }
  // HEAD must change nothing, and both of these do.
  const changes = route.answer === signIn || route.answer === finish
  if (visit.method !== route.method && !(visit.method === 'HEAD' && route.method === 'GET' && !changes)) {
    const sentence = 'This address does not take that kind of request.'
    return {
      status: 405,
      page: sentencePage('Not like that', sentence, home),
      headers: { allow: route.method },
    }
  }
  try {
    return await route.answer(platform, visit)
  } catch (error) {
    return excuse(visit, error)
  }
}

/** `/` is also where Foyer sends people who signed in there without being sent by us. */
async function start(platform: Platform, visit: Visit): Promise<Reply> {
  // That code comes with no state of ours, so it is left to expire and a sign-in of our own begins.
  if (visit.url.searchParams.has('code')) return signInAgain(platform)
  const claims = visit.session && (await claimsOf(platform, visit.session))
  if (!visit.session || !claims) return { status: 200, page: welcomePage(platform.site) }
  return { status: 200, page: homePage(visit.session.user, claims) }
}

async function showToMember(
  platform: Platform,
  { url, session }: Visit,
  page: (user: User) => Page,
): Promise<Reply> {
  if (session && (await claimsOf(platform, session))) return { status: 200, page: page(session.user) }
  return redirect(signInPath(url.pathname + url.search))
}

const passing = ['no-answer', 'overloaded', 'too-many-attempts', 'unexpected']

function excuse({ url }: Visit, error: unknown): Reply {
  if (isFoyerError(error, ...passing)) {
    const retryHref =
      url.pathname === '/callback' || url.pathname === '/sign-out' ? '/sign-in' : url.pathname + url.search
    return { status: 503, page: foyerAwayPage(retryHref), headers: { 'retry-after': '5' } }
  }
  console.error(error)
  const sentence = isFoyerError(error)
    ? `Foyer and this site do not understand each other (${error.code}). We have been told.`
    : 'Something went wrong on our side. Please try again.'
  return { status: isFoyerError(error) ? 502 : 500, page: sentencePage('That did not work', sentence, home) }
}
