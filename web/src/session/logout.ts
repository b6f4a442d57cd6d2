/** Signs the user out of a platform (product 4). */

import type { Platform } from '@foyer/contract/platforms'
import type { logout } from '@foyer/contract/routes/sessions'
import { sendLogoutEvent } from '../analytics/send-logout-event.ts'
import { send } from '../api/send.ts'
import { removeText } from '../api/storage/browser-storage.ts'
import { profileDraftKey } from '../api/storage/storage-keys.ts'
import { clearStoredAuth, readStoredAuth } from './stored-auth.ts'

const path: typeof logout.path = '/api/auth/logout'
/** Shorter than for other calls, because the user waits only to leave. */
const waitMs = 5_000

/** Removes the session from this browser in every case. Returns 'unavailable' if the service could not be reached. */
export async function signOut(platform: Platform): Promise<'done' | 'unavailable'> {
  const auth = readStoredAuth(platform)
  if (!auth) return 'done'
  const signal = AbortSignal.timeout(waitMs)
  const reply = await send(
    { method: 'POST', path },
    {},
    { accessToken: auth.accessToken, signal, keepalive: true },
  )
  clearStoredAuth(platform)
  forgetDrafts(platform)
  sendLogoutEvent(platform)
  // 401 means that the session had already ended.
  return reply?.status === 204 || reply?.status === 401 ? 'done' : 'unavailable'
}

/** Removes what the user typed but did not save. An ended session keeps it: the user signs in again and goes on. */
export function forgetDrafts(platform: Platform): void {
  removeText('localStorage', profileDraftKey + platform)
  removeText('sessionStorage', profileDraftKey + platform)
}
