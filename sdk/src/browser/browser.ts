/** The browser part of a site: signs users in by popup, frame or redirect, and signs them out everywhere. */
import type { User } from '../session.ts'
import { embedForm, logoutInFrame, silentCode } from './frame.ts'
import type { Config } from './messages.ts'
import { openPopup, signInWithPopup } from './popup.ts'
import { leave, leaveToSignIn, takeReturnState } from './return.ts'
import { isSameSite } from './same-site.ts'
import { createServer } from './server.ts'

export type { User } from '../session.ts'
export type { SignInError } from './server.ts'

export type BrowserOptions = {
  /** Foyer's URL: 'https://accounts.example.com'. */
  accountsUrl: string
  /** The platform's name at Foyer: 'student', 'school', … */
  platform: string
  /** The path of the routes of the server part. Default: '/foyer'. */
  basePath?: string
}

export type SignInChoices = {
  /** The path to return to after a sign-in by redirect. Default: this page. */
  returnTo?: string
  /** The value that `handleReturn` returns after a sign-in by redirect. Stored in this tab as JSON. */
  state?: unknown
  /** Default: 'popup', or a redirect if the browser blocks the popup. */
  mode?: 'popup' | 'redirect'
}

export type LogoutChoices = {
  /**
   * How Foyer's own session ends: in a hidden frame, by redirecting to Foyer's logout page, or not at all. Default: in
   * a frame if this site and Foyer are the same site, because the frame then has access to Foyer's storage; otherwise
   * by redirect.
   */
  mode?: 'frame' | 'redirect' | 'here'
}

export type Foyer = {
  /**
   * Signs the user in without any visible step if the user is signed in at Foyer. Call it when the page loads. Never
   * rejects.
   */
  silent(): Promise<User | null>
  /**
   * Signs the user in with a popup. Call it first in a click handler. Returns null if the user closes the popup.
   * @throws SignInError if the code could not be exchanged.
   */
  signIn(choices?: SignInChoices): Promise<User | null>
  /**
   * Asks the user for a second factor at Foyer, by redirect, and returns to `returnTo`: after your server has refused a request
   * of a session with one factor. `handleReturn` returns `state`. A session with two factors returns at once. Resolves only if
   * the page is still there after 10 s.
   */
  requireAssurance(choices?: Pick<SignInChoices, 'returnTo' | 'state'>): Promise<null>
  /**
   * Returns the state of the `signIn` from which this page returns, and removes the parameter from the URL; null for
   * any other visit.
   */
  handleReturn(): { state: unknown } | null
  /**
   * Shows the sign-in form in an element. Returns null if `signal` aborts it.
   * @throws SignInError 'no-answer' if the form does not appear: offer `signIn` instead.
   */
  embed(element: HTMLElement, choices?: { signal?: AbortSignal }): Promise<User | null>
  /**
   * Calls `callback` when the user has signed out in another tab, at Foyer or elsewhere. Returns a function that stops
   * the calls.
   */
  onLogout(callback: () => void): () => void
  /**
   * Signs the user out on this site, then at Foyer, and notifies other tabs. Returns true if Foyer confirmed the logout
   * in a frame.
   * @throws SignInError 'no-answer' if this site's server cannot be reached: the user is still signed in.
   */
  logout(choices?: LogoutChoices): Promise<boolean>
}

/** @throws TypeError if `accountsUrl` is not a URL. */
export function createFoyer({ accountsUrl, platform, basePath = '/foyer' }: BrowserOptions): Foyer {
  const { origin: accountsOrigin, href } = new URL(accountsUrl)
  const config: Config = {
    accountsOrigin,
    accountsUrl: href.endsWith('/') ? href.slice(0, -1) : href,
    platform,
    basePath,
  }
  const server = createServer(basePath)
  const channel = new BroadcastChannel(`foyer:${platform}`)
  const callbacks = new Set<() => void>()
  /** The user as this page last learned. */
  let known: User | null = null
  let checking: Promise<void> | undefined

  function keep(user: User | null): User | null {
    known = user
    if (user) channel.postMessage('signed-in')
    return user
  }

  function loggedOut(): void {
    known = null
    for (const callback of callbacks) callback()
  }

  /** Compares the session's user with the user that this page knows. A failed request changes nothing. */
  function check(): Promise<void> {
    checking ??= server
      .session()
      .then(
        (user) => {
          if (known && user?.uuid !== known.uuid) {
            channel.postMessage('signed-out')
            loggedOut()
          } else known = user
        },
        () => {},
      )
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  async function silent(): Promise<User | null> {
    try {
      const user = await server.session()
      if (user) return keep(user)
      const { codeChallenge } = await server.begin()
      const code = await silentCode(config, codeChallenge)
      return keep(code === null ? null : await server.finish(code))
    } catch {
      return null
    }
  }

  async function signIn({ returnTo, state, mode = 'popup' }: SignInChoices = {}): Promise<User | null> {
    // Opens the popup before any await, because browsers allow popups only during the click.
    const popup = mode === 'popup' ? openPopup() : null
    if (!popup) return leaveToSignIn(basePath, returnTo, state)
    try {
      return keep(await signInWithPopup(config, server, popup, channel))
    } catch (error) {
      popup.close()
      if ((error as { code?: unknown }).code !== 'no-answer') throw error
      return leaveToSignIn(basePath, returnTo, state)
    }
  }

  function requireAssurance({ returnTo, state }: Pick<SignInChoices, 'returnTo' | 'state'> = {}) {
    return leaveToSignIn(basePath, returnTo, state, 2)
  }

  async function embed(element: HTMLElement, { signal }: { signal?: AbortSignal } = {}) {
    return keep(await embedForm(config, server, element, signal))
  }

  function onLogout(callback: () => void): () => void {
    if (callbacks.size === 0) {
      channel.addEventListener('message', onChannel)
      window.addEventListener('focus', check)
      document.addEventListener('visibilitychange', onVisible)
      void check()
    }
    callbacks.add(callback)
    return () => {
      callbacks.delete(callback)
      if (callbacks.size > 0) return
      channel.removeEventListener('message', onChannel)
      window.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }

  function onChannel({ data }: MessageEvent): void {
    if (data === 'signed-out') loggedOut()
  }

  function onVisible(): void {
    if (!document.hidden) void check()
  }

  async function logout({ mode }: LogoutChoices = {}): Promise<boolean> {
    const url = await server.signOut()
    known = null
    channel.postMessage('signed-out')
    if (url === null || mode === 'here') return false
    if (mode === 'frame' || (mode === undefined && isSameSite(location, new URL(accountsUrl))))
      return logoutInFrame(config)
    await leave(url)
    return false
  }

  return { silent, signIn, requireAssurance, handleReturn: takeReturnState, embed, onLogout, logout }
}
