/**
 * Follows a sign-out in another window: a page of the platform requests it (product 4), or another tab of this browser
 * signs out. Every page in a frame or popup calls this module, and so does every signed-in page.
 */

import type { Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { isPreviewOrigin } from '@foyer/contract/targets/preview-origins'
import { trustedOrigin } from '@foyer/contract/targets/trusted-origin'
import { type Message, readMessage } from '@foyer/contract/window-messages'
import { authKey, everywhereKey } from '../api/storage/storage-keys.ts'
import { signOut } from './logout.ts'
import { clearAllStoredAuth, readStoredAuth } from './stored-auth.ts'

const pauseMs = 5_000

/**
 * `asked`: a page of the platform requested the sign-out. `elsewhere`: another tab signed out or found that the session has
 * ended.
 */
export type SignedOutBy = 'asked' | 'elsewhere'

/**
 * Listens until the returned function is called, and posts `foyer:ready` to the embedder or opener, which may then request
 * a sign-out. `onSignedOut` runs each time a session ends here. The embedder or opener then receives
 * `foyer:logout-success`.
 */
export function listenForLogout(
  platform: Platform,
  site: Site,
  onSignedOut: (by: SignedOutBy) => void,
): () => void {
  const success: Message<'logoutSuccess'> = { type: 'foyer:logout-success', platform }
  const trusted = (origin: string) =>
    site.redirectOrigins.includes(origin) || isPreviewOrigin(origin, site.previewOrigins ?? [])
  let lastAt = Number.NEGATIVE_INFINITY

  async function receive({ origin, data, source }: MessageEvent): Promise<void> {
    if (!trusted(origin) || readMessage('logout', data)?.platform !== platform) return
    if (performance.now() - lastAt < pauseMs) return
    lastAt = performance.now()
    const isSignedIn = readStoredAuth(platform) !== null
    await signOut(platform)
    source?.postMessage(success, { targetOrigin: origin })
    if (isSignedIn) onSignedOut('asked')
  }

  function follow({ key, oldValue, newValue }: StorageEvent): void {
    if (key === everywhereKey && newValue !== null) endOwn()
    // The key is null if the whole storage was cleared.
    const hasEnded = key === null || (key === authKey + platform && oldValue !== null)
    if (hasEnded && !readStoredAuth(platform)) end()
  }

  /** Ends the sessions that a shared computer keeps in this tab, where the tab that signed out cannot remove them. */
  function endOwn(): void {
    const isSignedIn = readStoredAuth(platform) !== null
    clearAllStoredAuth()
    if (!isSignedIn) return
    end()
    // The listeners that show the user may have run before.
    dispatchEvent(new Event('storage'))
  }

  function end(): void {
    tellEmbedder(site, success)
    onSignedOut('elsewhere')
  }

  addEventListener('message', receive)
  addEventListener('storage', follow)
  tellEmbedder(site, { type: 'foyer:ready', platform } satisfies Message<'ready'>)
  return () => {
    removeEventListener('message', receive)
    removeEventListener('storage', follow)
  }
}

/** Posts to the parent or opener at the registered origin in the query. Without such an origin, posts nothing. */
function tellEmbedder({ redirectOrigins }: Site, message: Message<'ready' | 'logoutSuccess'>): void {
  const embedder: Window | null = window.parent === window ? window.opener : window.parent
  const origin = trustedOrigin(new URLSearchParams(location.search).get('origin'), redirectOrigins)
  if (origin !== null) embedder?.postMessage(message, origin)
}
