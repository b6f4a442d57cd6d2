/**
 * Brings the result of a social provider to the page that asked. A popup tells that page and closes; a window that went to the
 * provider itself goes back. Ends in bounded time: with the result at its page, or with a sentence and a way to sign in.
 */
import { isSocialResult, keepResult, postResult, type SocialResult } from '../session/social/social-result.ts'

/** Segments of plain letters, digits and hyphens, none of them encoded or empty. */
const pagePath = /^\/(?!api\b)(?:[\w-]+(?:\/[\w-]+)*)?$/i

/** The page that asked answers at once; without an answer it is gone. */
const heardWithinMs = 1_500
/** A browser that lets the window close itself has done so by then. */
const closedWithinMs = 500

const texts = {
  open: ['You can close this window', 'Your sign-in goes on in the window you came from.'],
  failed: ['Error signing in.', 'Go back to sign-in and try again, or choose another way to sign in.'],
} as const

async function start(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1))
  // The address may stay in the history of the browser.
  history.replaceState(null, '', location.pathname + location.search)
  const result = resultIn(given)
  const channel = given.get('channel')
  const back = pathIn(given.get('return'))
  if (!result || !back) return show('failed')
  if (given.get('mode') === 'popup' && channel && (await isHeard(channel, result))) {
    window.close()
    setTimeout(() => show('open'), closedWithinMs)
    return
  }
  keepResult(result)
  location.replace(back)
}

function resultIn(given: URLSearchParams): SocialResult | null {
  const result = {
    provider: given.get('provider'),
    reference: given.get('reference'),
    error: given.get('error'),
    hasName: given.has('hasName'),
    hasEmail: given.has('hasEmail'),
  }
  return isSocialResult(result) ? result : null
}

/**
 * Any link can lead here, so the way back is a page of this host. `//host` would be another host, and the API takes a
 * request that comes from here for a click of the user.
 */
function pathIn(given: string | null): string | null {
  const url = given?.startsWith('/') ? URL.parse(given, location.origin) : null
  const isPage = url?.origin === location.origin && pagePath.test(url.pathname)
  return isPage ? url.pathname + url.search : null
}

function isHeard(channel: string, result: SocialResult): Promise<boolean> {
  return postResult(channel, result, heardWithinMs).catch(() => false)
}

function show(outcome: keyof typeof texts): void {
  const [heading, sentence] = texts[outcome]
  document.querySelector('#waiting .spinner')?.remove()
  const title = document.getElementById('title')
  const progress = document.getElementById('progress')
  if (title) title.textContent = heading
  if (progress) progress.textContent = sentence
  document.title = heading
  if (outcome === 'failed') document.getElementById('way-on')?.removeAttribute('hidden')
}

start().catch(() => show('failed'))
