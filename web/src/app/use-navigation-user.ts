import { autoLoginPlatform, type Platform } from '@foyer/contract/platforms'
import { useEffect, useState } from 'react'
import { readText, removeText } from '../api/storage/browser-storage.ts'
import { autoLoginKey } from '../api/storage/storage-keys.ts'
import { readLastPerson } from '../session/last-person.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { showNote } from '../ui/feedback/toast-notes.ts'

type NavigationUser = { name: string | null; contact: string | null; picture: string | null }

/** Returns the user of this browser's session; null without a session, undefined until the page is hydrated. */
export function useNavigationUser(platform: Platform): NavigationUser | null | undefined {
  const [user, setUser] = useState<NavigationUser | null>()
  useEffect(() => {
    const read = () => setUser(userOf(platform))
    read()
    showAutoLogin(platform)
    // Another tab may sign out or in, and this tab may store another name.
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [platform])
  return user
}

/** Returns the session's user with the picture that the browser kept at the sign-in; the session has no picture. */
function userOf(platform: Platform): NavigationUser | null {
  const user = readStoredAuth(platform)?.user
  if (!user) return null
  const person = readLastPerson(platform)
  const known = person?.uuid === user.uuid ? person : null
  return {
    name: user.fullName || null,
    contact: user.email ?? known?.identifier ?? null,
    picture: known?.picture ?? null,
  }
}

/**
 * Shows once, after an auto-login, which user is signed in: a sister site may have replaced the previous user. Pages
 * without navigation take a signed-in user to the platform at once.
 */
function showAutoLogin(platform: Platform): void {
  if (platform !== autoLoginPlatform || readText('localStorage', autoLoginKey) === null) return
  removeText('localStorage', autoLoginKey)
  const user = readStoredAuth(platform)?.user
  if (user) showNote(`Signed in as ${user.fullName || user.email || 'a new user'}`)
}
