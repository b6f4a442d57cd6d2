/** Signs the user out when a page of the platform asks for it (Spec 4). */

import type { Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { readMessage } from '@foyer/contract/window-messages'
import { signOut } from './logout.ts'

const pauseMs = 5_000

/** Listens until the returned function is called; `onSignedOut` runs after each sign-out. */
export function listenForLogout(platform: Platform, site: Site, onSignedOut: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY
  async function receive({ origin, data }: MessageEvent): Promise<void> {
    if (!site.redirectOrigins.includes(origin)) return
    if (readMessage('logout', data)?.platform !== platform) return
    if (performance.now() - lastAt < pauseMs) return
    lastAt = performance.now()
    await signOut(platform)
    onSignedOut()
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}
