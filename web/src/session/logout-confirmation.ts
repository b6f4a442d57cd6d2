/**
 * Notes that the user pressed 'Sign out everywhere here', so that the page of the sign-out need not ask again. The note is
 * not in the address: a link of another site must not sign anybody out.
 */
import { readText, removeText, writeText } from '../api/storage/browser-storage.ts'
import { confirmedKey } from '../api/storage/storage-keys.ts'

const lifeMs = 60_000

export function confirmLogout(): void {
  writeText('sessionStorage', confirmedKey, String(Date.now()))
}

/** Returns true once after a confirmation. */
export function takeLogoutConfirmation(): boolean {
  const confirmedAt = Number(readText('sessionStorage', confirmedKey))
  removeText('sessionStorage', confirmedKey)
  return Math.abs(Date.now() - confirmedAt) < lifeMs
}
