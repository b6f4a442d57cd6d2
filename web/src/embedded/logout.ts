/**
 * Signs the user out on the logout pages, framed or not (Spec 2.2, 2.5, 4), notifies the embedding page and goes on to
 * sign-in. The service refuses foreign origins and targets before it serves this page.
 */

import { platformFor } from '@foyer/contract/areas'
import { signInAfterLogout } from '@foyer/contract/pages'
import type { Site } from '@foyer/contract/site'
import { trustedOrigin } from '@foyer/contract/targets/trusted-origin'
import type { Message } from '@foyer/contract/window-messages'
import { storeBanner } from '../session/banner.ts'
import { signOut } from '../session/logout.ts'

const signedOut = 'You have signed out'
const signedOutHere = 'You have signed out of this browser. The service could not be reached.'

async function leave(): Promise<void> {
  const search = new URLSearchParams(location.search)
  const platform = platformFor(location.pathname, document.documentElement.dataset.platform ?? null)
  const { redirectOrigins }: Site = JSON.parse(document.getElementById('site')?.textContent ?? '')
  const origin = trustedOrigin(search.get('origin'), redirectOrigins)

  const outcome = await signOut(platform)
  if (window.parent !== window) {
    const message: Message<'logoutSuccess'> = { type: 'foyer:logout-success', platform }
    if (origin) window.parent.postMessage(message, origin)
    return
  }
  storeBanner(outcome === 'done' ? signedOut : signedOutHere)
  location.replace(signInAfterLogout(location.pathname, search))
}

await leave()
