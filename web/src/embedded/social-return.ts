/**
 * Passes the result of a social provider to the page that started the social sign-in. A popup posts the result and closes;
 * a full window returns to that page. If the result cannot be delivered in time, shows a sentence and a link to sign-in.
 */
import { isSocialResult, keepResult, postResult, type SocialResult } from '../session/social/social-result.ts'

/** Matches a path whose segments are plain letters, digits and hyphens; no segment is encoded or empty. */
const pagePath = /^\/(?!api\b)(?:[\w-]+(?:\/[\w-]+)*)?$/i

/** The page that started the social sign-in answers at once; after this time it counts as closed. */
const heardWithinMs = 1_500
/** A browser that allows the window to close itself has closed it within this time. */
const closedWithinMs = 500

const texts = {
  open: ['You can close this window', 'Your sign-in goes on in the window you came from.'],
  failed: ['Error signing in.', 'Go back to sign-in and try again, or choose another way to sign in.'],
} as const

async function start(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1))
  // Removes the result from the address, which may stay in the browser's history.
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
 * Returns the path if it is a page of this host, because any link can open this page. `//host` would be another host, and
 * the API takes a request from this page for a click of the user.
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
