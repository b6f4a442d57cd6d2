/** Declares the options of a site, and creates the resources that its routes share. */
import { type FoyerOptions, originOf, requireClient, requirePlatform } from '../foyer.ts'
import { createLogoutVerifier, type LogoutVerifier } from '../logout.ts'
import type { Tokens } from '../session.ts'
import { createVerifier, type Verifier } from '../verify.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { defaultProblemPage, type Problem } from './problems.ts'
import { createMemoryStore, type SessionStore } from './store.ts'

export type SiteOptions = Omit<FoyerOptions, 'callbackUrl'> & {
  /** The site's origin as registered at Foyer: 'https://learn.example.com'. */
  origin: string
  /** The path of this package's routes. Default: '/foyer'. The callback is `/foyer/callback`. */
  basePath?: string
  /**
   * The path of the registered home, which receives the codes of sign-ins that this site did not begin. Default: '/'.
   */
  homePath?: string
  /** The name of the session cookie, and the prefix of the other cookies. Default: 'foyer'. */
  cookieName?: string
  /**
   * The lifetime of a session at this site in seconds. Default: 12 hours. The session ends earlier if Foyer ends it.
   */
  sessionSeconds?: number
  /** Stores the sessions. Default: at most 10,000 in the memory of this process. */
  store?: SessionStore
  /** Makes the page for a user whose sign-in or sign-out failed. Default: a plain page with a link. */
  showProblem?: (problem: Problem, request: Request) => Response | Promise<Response>
  /** Reports errors that need an operator. Default: `console.error`. */
  onError?: (error: unknown) => void
}

export type Settings = {
  foyer: FoyerOptions
  origin: string
  basePath: string
  homePath: string
  sessionSeconds: number
  cookies: Cookies
  store: SessionStore
  verifier: Verifier
  logout: LogoutVerifier
  /** The running refreshes by session key. */
  renewing: Map<string, Promise<Tokens>>
  showProblem: (problem: Problem, request: Request) => Response | Promise<Response>
  onError: (error: unknown) => void
}

const twelveHours = 43_200
const basePathForm = /^\/[A-Za-z0-9._~/-]*[A-Za-z0-9_~-]$/
const cookieNameForm = /^[A-Za-z0-9_-]+$/

/**
 * Checks the options.
 * @throws TypeError if an option is wrong.
 */
export function settingsOf(options: SiteOptions): Settings {
  const {
    origin: given,
    basePath = '/foyer',
    homePath = '/',
    cookieName = 'foyer',
    sessionSeconds = twelveHours,
    store = createMemoryStore(),
    showProblem = defaultProblemPage,
    onError = (error) => console.error(error),
    ...client
  } = options
  requirePlatform(client)
  requireClient(client)
  const origin = originOf(given)
  if (!basePathForm.test(basePath)) throw new TypeError("basePath must be a path such as '/foyer'")
  if (!cookieNameForm.test(cookieName))
    throw new TypeError('cookieName must have letters, digits, _ and - only')
  const foyer = { ...client, callbackUrl: `${origin}${basePath}/callback` }
  const logout = createLogoutVerifier(foyer)
  return {
    foyer,
    origin,
    basePath,
    homePath,
    sessionSeconds,
    cookies: createCookies({ origin, basePath, prefix: cookieName, sessionSeconds }),
    store,
    verifier: createVerifier({ ...foyer, clientIds: [foyer.clientId] }, logout),
    logout,
    renewing: new Map(),
    showProblem,
    onError,
  }
}
