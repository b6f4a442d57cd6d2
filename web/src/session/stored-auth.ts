/** Who is signed in on a platform, one record a platform in local storage (Spec 3). */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import type { Session, User } from '@foyer/contract/routes/sign-in'
import { own, readJson, removeText, writeText } from '../api/storage/browser-storage.ts'

/** A record of an earlier version does not say whether the email address is verified. */
export type StoredUser = Omit<User, 'isEmailVerified'> & Partial<User>
export type StoredAuth = Omit<Session, 'user'> & { user: StoredUser }

/** null where nobody is signed in, or what is kept is not of our making. */
export function readStoredAuth(platform: Platform): StoredAuth | null {
  const kept = readJson('localStorage', keyOf(platform))
  return isStoredAuth(kept) && kept.platform === platform ? kept : null
}

export function storeAuth(auth: StoredAuth): void {
  writeText('localStorage', keyOf(auth.platform), JSON.stringify(auth))
}

export function clearStoredAuth(platform: Platform): void {
  removeText('localStorage', keyOf(platform))
}

function keyOf(platform: Platform): string {
  return `foyer.auth.${platform}`
}

function isStoredAuth(value: unknown): value is StoredAuth {
  const user = own(value, 'user')
  return (
    areText(value, ['accessToken', 'refreshToken']) &&
    isPlatform(own(value, 'platform')) &&
    areText(user, ['uuid', 'firstName', 'fullName']) &&
    [own(user, 'email'), own(user, 'lastName')].every((text) => text === null || typeof text === 'string')
  )
}

function areText(value: unknown, names: string[]): boolean {
  return names.every((name) => typeof own(value, name) === 'string')
}
