/** Stores the session of each platform in this browser (product 3). */
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { Session, User } from '@foyer/contract/routes/sign-in'
import { orNull } from '../api/shape.ts'
import { readText } from '../api/storage/browser-storage.ts'
import { keptRecord } from '../api/storage/kept-record.ts'
import { authKey, sharedKey } from '../api/storage/storage-keys.ts'

/** A record from an earlier version lacks `isEmailVerified`. */
export type StoredUser = Omit<User, 'isEmailVerified'> & Partial<User>
export type StoredAuth = Omit<Session, 'user'> & { user: StoredUser }

/** The shape of a stored session. */
export const authShape = {
  accessToken: 'string',
  refreshToken: 'string',
  platform: 'string',
  user: {
    uuid: 'string',
    firstName: 'string',
    fullName: 'string',
    email: orNull('string'),
    lastName: orNull('string'),
  },
} as const

const records = keptRecord<StoredAuth>('localStorage', authKey, authShape)
/** A shared computer keeps sessions only for the tab, which ends them with the browser. */
const tabRecords = keptRecord<StoredAuth>('sessionStorage', authKey, authShape)

export function readStoredAuth(platform: Platform): StoredAuth | null {
  const auth = tabRecords.read(platform) ?? records.read(platform)
  return auth?.platform === platform ? auth : null
}

/** Returns the email of a user who is signed in at a platform of this browser. */
export function emailHere(uuid: string): string | null {
  const auths = platforms.map((platform) => readStoredAuth(platform))
  return auths.find((auth) => auth?.user.uuid === uuid)?.user.email ?? null
}

/** Stores a session where the platform's session is stored, or else where the mode of the computer says. */
export function storeAuth(auth: StoredAuth): void {
  const { platform } = auth
  const isShared = readText('localStorage', sharedKey) !== null
  const isOfTab = tabRecords.read(platform) !== null || (isShared && records.read(platform) === null)
  ;(isOfTab ? tabRecords : records).write(auth, platform)
}

export function clearStoredAuth(platform: Platform): void {
  tabRecords.clear(platform)
  records.clear(platform)
}

export function clearAllStoredAuth(): void {
  for (const platform of platforms) clearStoredAuth(platform)
}
