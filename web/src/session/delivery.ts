/** Delivers the code to the window that opened or embeds this page, instead of by redirect (product 2.3, 2.5). */
import { withQuery } from '@foyer/contract/addresses'
import { trustedOrigin } from '@foyer/contract/targets/trusted-origin'
import { findReceiver, type WindowKind } from '../api/other-window.ts'
import { codeForWindow, type HandOver, handOver, type PageLocation } from './handover.ts'

/**
 * Requests a code for the origin of the receiving window and posts the code there. Without an opener or parent, the page
 * redirects if the address names a target, else only says that the user is signed in.
 */
export async function deliver(page: PageLocation, kind: WindowKind, signal: AbortSignal): Promise<HandOver> {
  const { platform, site, search } = page
  const origin = trustedOrigin(search.get('origin'), site.redirectOrigins)
  if (!origin) return { kind: 'invalid-url' }
  const receiver = findReceiver(kind, site, search)
  if (!receiver) return deliverAlone(page, kind, signal)
  const answer = await codeForWindow(page, origin, kind, signal)
  if (answer.kind !== 'code') return answer
  // The user may have closed the opener while the service answered.
  if (!findReceiver(kind, site, search)) return deliverAlone(page, kind, signal)
  receiver.post({ type: 'foyer:code', code: answer.code, platform })
  // A browser closes only windows that a script has opened; any other window shows the notice.
  if (kind === 'popup') window.close()
  return signedIn(page)
}

/** Handles a page that has lost its opener or parent. A frame's page in a tab works like a plain sign-in. */
function deliverAlone(
  page: PageLocation,
  kind: WindowKind,
  signal: AbortSignal,
): HandOver | Promise<HandOver> {
  if (kind === 'frame' || page.search.has('redirect-url')) return handOver(page, signal)
  return signedIn(page)
}

/** The link leads to the sign-in page, which takes a signed-in user to the platform at once. */
function signedIn({ platform }: PageLocation): HandOver {
  return { kind: 'signed-in', url: withQuery('/', new URLSearchParams(), { platform }) }
}
