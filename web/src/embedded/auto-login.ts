/**
 * Signs the user in with the tokens that a sister site posts to this frame (product 2.5, 4; docs/decisions/sister-sites.md). Ends
 * within `waitMs`: with a session, or with a sentence and a link to sign-in.
 */

import { autoLoginPlatform } from '@foyer/contract/platforms'
import { autoLoginRefused } from '@foyer/contract/sentences'
import { tokenMaxLength } from '@foyer/contract/shared-values'
import { type Message, readMessage } from '@foyer/contract/window-messages'
import { type AutoLogin, autoLogIn } from '../session/background/auto-login.ts'
import { listenForLogout } from '../session/logout-listener.ts'
import { type EmbeddedPage, readEmbeddedPage, tellParent } from './embedded-page.ts'

/** Time from the start of the script to the result, including the wait for the tokens and for the service. */
const waitMs = 8_000

/** Length of both tokens together, in characters; a token has only ASCII characters. */
const messageMaxLength = 2 * tokenMaxLength

const texts: Record<AutoLogin | 'alone' | 'late', string> = {
  done: 'You’re signed in',
  refused: autoLoginRefused,
  unavailable: 'We couldn’t sign you in at the moment. Please sign in here.',
  'storage-blocked':
    'Your browser doesn’t let this site keep you signed in here. Please sign in on our own page.',
  alone: 'No other site is signing you in. Please sign in here.',
  late: 'This is taking longer than expected',
}

async function start(): Promise<void> {
  const page = readEmbeddedPage(({ sisterOrigins = [] }) => sisterOrigins)
  for (const link of document.links) link.target = '_top'
  const { site, origin, isFramed } = page
  if (!isFramed || origin === null) return show('alone')
  const time = new AbortController()
  const late = new Promise<'late'>((resolve) => {
    setTimeout(() => {
      time.abort()
      resolve('late')
    }, waitMs)
  })
  const work = receiveTokens(page, time.signal).then((tokens) => autoLogIn(tokens, time.signal))
  // Notifies the sister site that this page listens. The sister site may also request a logout.
  const trusted = { ...site, redirectOrigins: [...site.redirectOrigins, origin] }
  listenForLogout(autoLoginPlatform, trusted, () => {})
  const outcome = await Promise.race([work.catch(() => 'unavailable' as const), late])
  show(outcome)
  tellParent<'autoLoginResult'>(page, { type: 'foyer:auto-login-result', isSignedIn: outcome === 'done' })
}

/** Returns the first message from the framing site with the right shape, and ignores all others. */
function receiveTokens({ origin }: EmbeddedPage, signal: AbortSignal): Promise<Message<'autoLogin'>> {
  return new Promise((resolve) => {
    function receive(event: MessageEvent): void {
      const tokens = event.source === window.parent && event.origin === origin ? readTokens(event.data) : null
      if (!tokens) return
      removeEventListener('message', receive)
      resolve(tokens)
    }
    addEventListener('message', receive, { signal })
  })
}

/** Returns the message if it has exactly the fields of the tokens, else null. */
function readTokens(data: unknown): Message<'autoLogin'> | null {
  const tokens = Array.isArray(data) ? null : readMessage('autoLogin', data)
  if (!tokens || Object.keys(data as object).length !== Object.keys(tokens).length) return null
  return tokens.accessToken.length + tokens.refreshToken.length <= messageMaxLength ? tokens : null
}

function show(outcome: keyof typeof texts): void {
  const waiting = document.getElementById('waiting')
  const progress = document.getElementById('progress')
  waiting?.querySelector('.spinner')?.remove()
  if (progress) progress.textContent = texts[outcome]
  const title = document.getElementById('title')
  if (outcome === 'done') return
  if (title) title.textContent = 'Sign in'
  document.getElementById('way-on')?.removeAttribute('hidden')
}

start().catch(() => show('unavailable'))
