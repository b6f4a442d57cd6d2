/** Stores the session of each platform in this browser (product 3). */
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { Session, User } from '@foyer/contract/routes/sign-in'
import { orNull } from '../api/shape.ts'
import { keptRecord } from '../api/storage/kept-record.ts'
import { authKey } from '../api/storage/storage-keys.ts'

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

export function readStoredAuth(platform: Platform): StoredAuth | null {
  const auth = records.read(platform)
  return auth?.platform === platform ? auth : null
}

/** Returns the email of a user who is signed in at a platform of this browser. */
export function emailHere(uuid: string): string | null {
  const auths = platforms.map((platform) => readStoredAuth(platform))
  return auths.find((auth) => auth?.user.uuid === uuid)?.user.email ?? null
}

export function storeAuth(auth: StoredAuth): void {
  records.write(auth, auth.platform)
}

export const clearStoredAuth: (platform: Platform) => void = records.clear
