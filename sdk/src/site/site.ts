/** Handles the sign-in of a site in any framework, with web-standard requests and responses. */
import { isFoyerError } from '../failure.ts'
import { browserModule } from './browser-module.ts'
import { begin, finish, showSession } from './in-page.ts'
import { json } from './replies.ts'
import { currentSession, type SiteSession } from './sessions.ts'
import { type Settings, type SiteOptions, settingsOf } from './settings.ts'
import { finishRedirect, hasTwoFactors, signIn, signInAgain, signInPath } from './sign-in.ts'
import { backChannelLogout, signOut } from './sign-out.ts'

export type { Problem, ProblemKind } from './problems.ts'
export type { SiteSession } from './sessions.ts'
export type { SiteOptions } from './settings.ts'
export type { SessionStore, StoredSession } from './store.ts'

export type Site = {
  /** The site's origin. Build requests for `handle` with it, never with the `Host` header. */
  origin: string
  /**
   * Answers requests below `basePath`, and codes that arrive at the home; null for all other requests, which belong to
   * the site. Never rejects.
   */
  handle(request: Request): Promise<Response | null>
  /**
   * Returns the session of a request and renews its token; null if no user is signed in.
   * @throws FoyerError, usually 'no-answer': the session may be valid, so answer 503 and keep the session.
   */
  sessionOf(request: Request): Promise<SiteSession | null>
  /** Returns the path that starts a sign-in and returns to a path of this site. */
  signInPath(returnTo?: string): string
  /**
   * Returns null if the user gave two factors, else the path that asks for them at Foyer and returns to a path of this site.
   * Redirect to it, with status 303. A session of null signs in with two factors.
   */
  requireAssurance(session: SiteSession | null, returnTo?: string): string | null
}

type Handler = (settings: Settings, request: Request, url: URL) => Response | Promise<Response>
type Route = {
  method: 'GET' | 'POST'
  handle: Handler
  /** True if the caller is a script or a server, which gets JSON and never a page. */
  isCall?: boolean
  /** True if the route changes something, so that HEAD is refused. */
  changesState?: boolean
}

const routes: Readonly<Record<string, Route>> = {
  '/sign-in': { method: 'GET', handle: signIn, changesState: true },
  '/callback': { method: 'GET', handle: finishRedirect, changesState: true },
  '/sign-out': { method: 'POST', handle: signOut },
  '/session': { method: 'GET', handle: showSession, isCall: true },
  '/begin': { method: 'POST', handle: begin, isCall: true },
  '/finish': { method: 'POST', handle: finish, isCall: true },
  '/back-channel-logout': { method: 'POST', handle: backChannelLogout, isCall: true },
}

/**
 * Creates a site. Create one per process.
 * @throws TypeError if an option is wrong.
 */
export function createSite(options: SiteOptions): Site {
  const settings = settingsOf(options)
  const { basePath, homePath, origin } = settings

  async function handle(request: Request): Promise<Response | null> {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${basePath}/`)) {
      const isUnsolicited =
        url.pathname === homePath && request.method === 'GET' && url.searchParams.has('code')
      return isUnsolicited ? signInAgain(settings) : null
    }
    const path = url.pathname.slice(basePath.length)
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!route) return browserModule(path, request.method)
    const isHead = request.method === 'HEAD' && route.method === 'GET' && !route.changesState
    if (request.method !== route.method && !isHead)
      return new Response(null, { status: 405, headers: { allow: route.method } })
    try {
      return await route.handle(settings, request, url)
    } catch (error) {
      return answerError(settings, request, route, error)
    }
  }

  return {
    origin,
    handle,
    sessionOf: (request) => currentSession(settings, request),
    signInPath: (returnTo = '/') => signInPath(settings, returnTo),
    requireAssurance: (session, returnTo = '/') =>
      session && hasTwoFactors(session.claims) ? null : signInPath(settings, returnTo, 2),
  }
}

const temporary = ['no-answer', 'overloaded', 'too-many-attempts', 'unexpected']

function answerError(
  settings: Settings,
  request: Request,
  { isCall }: Route,
  error: unknown,
): Response | Promise<Response> {
  const code = isFoyerError(error) ? error.code : undefined
  const isTemporary = isFoyerError(error, ...temporary)
  if (!isTemporary) settings.onError(error)
  const status = isTemporary ? 503 : code ? 502 : 500
  if (isCall) return json(status, { error: code ?? 'unexpected' })
  if (isTemporary)
    return settings.showProblem(
      { kind: 'unavailable', status, href: signInPath(settings, '/'), error },
      request,
    )
  const problem = { kind: 'failed', status, href: settings.homePath, error } as const
  return settings.showProblem(code ? { ...problem, code } : problem, request)
}
