/** Routes the requests for the pages of a demo site and turns errors into pages. */
import { isFoyerError } from '@foyer/sdk/failure'
import { legalPageOf, type MemberPage, memberPageOf, needsTwoFactors } from './member-pages.ts'
import { publicPageOf, showPublicPage } from './public-pages.ts'
import { foyerUnavailablePage, sentencePage } from './sentence-pages.ts'
import { carryTokens, fromSister } from './sister-sign-in.ts'
import { type Reply, type Running, redirect, type SiteRequest } from './site-requests.ts'
import { homePage, lobbyPage, meetingPage, welcomePage } from './start-pages.ts'

type Route = { method: 'GET' | 'POST'; answer(running: Running, asked: SiteRequest): Promise<Reply> }

const home = { href: '/', label: 'Go home' }

/** Maps every path of a site to its handler. */
function routeOf(pathname: string, { site }: Running): Route | null {
  if (pathname === '/') return { method: 'GET', answer: start }
  if (pathname === '/from-sister' && site.isForLearners) return { method: 'GET', answer: fromSister }
  if (pathname === '/carry' && site.isSister) return { method: 'POST', answer: carryTokens }
  const legal = legalPageOf(pathname)
  if (legal) return { method: 'GET', answer: async () => ({ status: 200, page: legal }) }
  const shown = publicPageOf(pathname, site)
  if (shown) return { method: 'GET', answer: (running, asked) => showPublicPage(running, asked, shown) }
  const page = memberPageOf(pathname, site)
  return page && { method: 'GET', answer: (running, asked) => showToMember(running, asked, page) }
}

export async function answer(running: Running, asked: SiteRequest): Promise<Reply> {
  const route = routeOf(asked.url.pathname, running)
  if (!route) {
    const sentence = 'Check the address, or go to the start page.'
    return { status: 404, page: sentencePage('Page not found', sentence, home) }
  }
  if (asked.method !== route.method && !(asked.method === 'HEAD' && route.method === 'GET')) {
    const sentence = 'This page can’t be used that way. Go to the start page and try again.'
    return {
      status: 405,
      page: sentencePage('That didn’t work', sentence, home),
      headers: { allow: route.method },
    }
  }
  return route.answer(running, asked)
}

async function start(running: Running, { session, signIn }: SiteRequest): Promise<Reply> {
  const { site } = running
  const { content } = site
  if (!session) return { status: 200, page: content ? welcomePage(site, content, signIn) : lobbyPage(site) }
  return {
    status: 200,
    page: content ? homePage(running, content, session, signIn) : meetingPage(session),
  }
}

async function showToMember(
  { foyer, site }: Running,
  { url, session }: SiteRequest,
  page: MemberPage,
): Promise<Reply> {
  const path = url.pathname + url.search
  if (!session) return redirect(foyer.signInPath(path))
  const step = needsTwoFactors(url.pathname, site) ? foyer.requireAssurance(session, path) : null
  return step ? redirect(step) : { status: 200, page: page(session.user) }
}

const temporary = ['no-answer', 'overloaded', 'too-many-attempts', 'unexpected']

/** Makes the page for an error of the session check. */
export function errorReply({ pathname, search }: URL, error: unknown): Reply {
  if (isFoyerError(error, ...temporary)) {
    return { status: 503, page: foyerUnavailablePage(pathname + search), headers: { 'retry-after': '5' } }
  }
  console.error(error)
  const sentence = isFoyerError(error)
    ? `This site and its sign-in service don’t work together right now (${error.code}). Please try again later.`
    : 'Something went wrong on our side. Please try again.'
  return { status: isFoyerError(error) ? 502 : 500, page: sentencePage('That didn’t work', sentence, home) }
}
