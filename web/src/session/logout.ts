/** Signs the user out of a platform (product 4). */

import type { Platform } from '@foyer/contract/platforms'
import type { logout } from '@foyer/contract/routes/sessions'
import { sendLogoutEvent } from '../analytics/send-logout-event.ts'
import { send } from '../api/send.ts'
import { readText, removeText, writeText } from '../api/storage/browser-storage.ts'
import { authKey, forgetKey, keptWordsKey, profileDraftKey } from '../api/storage/storage-keys.ts'
import { clearStoredAuth, readStoredAuth } from './stored-auth.ts'

const path: typeof logout.path = '/api/auth/logout'
/** Shorter than for other calls, because the user waits only to leave. */
const waitMs = 5_000

/** Removes the session from this browser in every case. Returns 'unavailable' if the service could not be reached. */
export async function signOut(platform: Platform): Promise<'done' | 'unavailable'> {
  const auth = readStoredAuth(platform)
  if (!auth) {
    // What the user typed outlives an ended session, but not a sign-out.
    endDrafts(platform)
    return 'done'
  }
  const signal = AbortSignal.timeout(waitMs)
  const reply = await send(
    { method: 'POST', path },
    {},
    { accessToken: auth.accessToken, signal, keepalive: true },
  )
  endDrafts(platform)
  clearStoredAuth(platform)
  sendLogoutEvent(platform)
  // 401 means that the session had already ended.
  return reply?.status === 204 || reply?.status === 401 ? 'done' : 'unavailable'
}

/**
 * Removes what the user typed but did not save. An ended session keeps it: the user signs in again and goes on
 * (docs/decisions/ended-session.md).
 */
export function forgetDrafts(platform: Platform): void {
  removeText('localStorage', profileDraftKey + platform)
  removeText('sessionStorage', profileDraftKey + platform)
  removeText('sessionStorage', keptWordsKey + platform)
}

/** Forgets the drafts of a session that the user ends, here and in other tabs. Runs before the session is removed. */
export function endDrafts(platform: Platform): void {
  forgetDrafts(platform)
  // A shared computer keeps the sessions of other tabs apart, which go on.
  if (readText('sessionStorage', authKey + platform) !== null) return
  writeText('localStorage', forgetKey + platform, '1')
  removeText('localStorage', forgetKey + platform)
}
