/** Signs every account out of every platform in this browser (docs/decisions/browser-sessions.md). */
import { platforms } from '@foyer/contract/platforms'
import { logOutEverywhereHere } from '@foyer/contract/routes/browser-sessions'
import { sendLogoutEvent } from '../analytics/send-logout-event.ts'
import { type Answer, call } from '../api/call.ts'
import { removeText, writeText } from '../api/storage/browser-storage.ts'
import { everywhereKey, otpKey, recipientKey } from '../api/storage/storage-keys.ts'
import { forgetEveryone } from './last-person.ts'
import { endDrafts } from './logout.ts'
import { clearAllStoredAuth, readStoredAuth } from './stored-auth.ts'

/**
 * Removes all sessions and names from this browser in every case, as a sign-out of one platform does. The browser forgets
 * before the service answers, because the user may close the page meanwhile; `keepalive` lets the request finish.
 */
export async function signOutEverywhere(): Promise<Answer<typeof logOutEverywhereHere>> {
  const signedIn = platforms.filter(readStoredAuth)
  const answering = call(logOutEverywhereHere, {}, { keepalive: true })
  for (const platform of platforms) endDrafts(platform)
  clearAllStoredAuth()
  forgetEveryone()
  // A code or a link that was sent names its recipient.
  for (const key of [recipientKey, ...platforms.map((platform) => otpKey + platform)])
    removeText('localStorage', key)
  // Tells the tabs that keep their session apart, as those of a shared computer do. The other tabs see theirs removed.
  writeText('localStorage', everywhereKey, '1')
  removeText('localStorage', everywhereKey)
  // The storage events reach other tabs only, so this page must update the parts that show the user.
  dispatchEvent(new Event('storage'))
  for (const platform of signedIn) sendLogoutEvent(platform)
  return answering
}
