/** Routes the requests of a demo site and turns errors into pages. */
import { isFoyerError } from '@foyer/sdk/failure'
import type { User } from '@foyer/sdk/session'
import type { Page } from './page.ts'
import {
  foyerUnavailablePage,
  homePage,
  legalPageOf,
  lobbyPage,
  meetingPage,
  memberPageOf,
  sentencePage,
  welcomePage,
} from './pages.ts'
import { claimsOf, type Platform } from './platform.ts'
import { finish, signIn, signInAgain, signInPath, signOut } from './sign-in.ts'
import type { Site } from './sites.ts'
import { type Reply, redirect, type Visit } from './visit.ts'

type Route = { method: 'GET' | 'POST'; answer(platform: Platform, visit: Visit): Promise<Reply> }

const home = { href: '/', label: 'Go home' }

/** Maps every path of a site to its handler. */
function routeOf(pathname: string, site: Site): Route | null {
  if (pathname === '/') return { method: 'GET', answer: start }
  if (pathname === '/sign-in') return { method: 'GET', answer: signIn }
  if (pathname === '/callback') return { method: 'GET', answer: finish }
  if (pathname === '/sign-out') return { method: 'POST', answer: signOut }
  const legal = legalPageOf(pathname)
  if (legal) return { method: 'GET', answer: async () => ({ status: 200, page: legal }) }
  const page = memberPageOf(pathname, site)
  return page && { method: 'GET', answer: (platform, visit) => showToMember(platform, visit, page) }
}

export async function answer(platform: Platform, visit: Visit): Promise<Reply> {
  const route = routeOf(visit.url.pathname, platform.site)
  if (!route) {
    const sentence = 'Check the address, or go to the start page.'
    return { status: 404, page: sentencePage('Page not found', sentence, home) }
  }
  // HEAD must change nothing, and these two handlers change state.
  const changes = route.answer === signIn || route.answer === finish
  if (visit.method !== route.method && !(visit.method === 'HEAD' && route.method === 'GET' && !changes)) {
    const sentence = 'This page can’t be used that way. Go to the start page and try again.'
    return {
      status: 405,
      page: sentencePage('That didn’t work', sentence, home),
      headers: { allow: route.method },
    }
  }
  try {
    return await route.answer(platform, visit)
  } catch (error) {
    return errorReply(visit, error)
  }
}

/** Foyer also sends users here who signed in there without coming from this site. */
async function start(platform: Platform, visit: Visit): Promise<Reply> {
  // Such a code has no state of this site, so it expires unused and a new sign-in begins.
  if (visit.url.searchParams.has('code')) return signInAgain(platform)
  const claims = visit.session && (await claimsOf(platform, visit.session))
  const { site } = platform
  if (!visit.session || !claims) {
    return { status: 200, page: site.external ? lobbyPage(site) : welcomePage(site) }
  }
  if (site.external) return { status: 200, page: meetingPage(visit.session.user, claims) }
  return { status: 200, page: homePage(site, visit.session.user, claims) }
}

async function showToMember(
  platform: Platform,
  { url, session }: Visit,
  page: (user: User) => Page,
): Promise<Reply> {
  if (session && (await claimsOf(platform, session))) return { status: 200, page: page(session.user) }
  return redirect(signInPath(url.pathname + url.search))
}

const temporary = ['no-answer', 'overloaded', 'too-many-attempts', 'unexpected']

function errorReply({ url }: Visit, error: unknown): Reply {
  if (isFoyerError(error, ...temporary)) {
    const retryHref =
      url.pathname === '/callback' || url.pathname === '/sign-out' ? '/sign-in' : url.pathname + url.search
    return { status: 503, page: foyerUnavailablePage(retryHref), headers: { 'retry-after': '5' } }
  }
  console.error(error)
  const sentence = isFoyerError(error)
    ? `This site and its sign-in service don’t work together right now (${error.code}). Please try again later.`
    : 'Something went wrong on our side. Please try again.'
  return { status: isFoyerError(error) ? 502 : 500, page: sentencePage('That didn’t work', sentence, home) }
}
