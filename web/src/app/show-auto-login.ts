/** Shows once, after an auto-login, who is signed in now: a sister site may have signed in another user than before. */
import { autoLoginPlatform, type Platform } from '@foyer/contract/platforms'
import { readText, removeText } from '../api/storage/browser-storage.ts'
import { autoLoginKey } from '../api/storage/storage-keys.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { showNote } from '../ui/feedback/toast-text.ts'

/** Called on the pages on which a signed-in user stays; the others lead on at once. */
export function showAutoLogin(platform: Platform): void {
  if (platform !== autoLoginPlatform || readText('localStorage', autoLoginKey) === null) return
  removeText('localStorage', autoLoginKey)
  const user = readStoredAuth(platform)?.user
  if (user) showNote(`Signed in as ${user.fullName || user.email || 'a new user'}`)
}
