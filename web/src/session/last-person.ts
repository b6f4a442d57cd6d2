/**
 * Keeps who signed in last on each platform of this browser, for the next visit after sign-out. It keeps no secret, and
 * nothing on a shared computer (docs/decisions/browsers.md).
 */
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { Session, User } from '@foyer/contract/routes/sign-in'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { orNull } from '../api/shape.ts'
import { readText, removeText, writeText } from '../api/storage/browser-storage.ts'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { personKey, personLifeMs, sharedKey } from '../api/storage/storage-keys.ts'

export type SignInMethod = 'password' | 'otp' | SocialProvider

type LastPerson = {
  uuid: string
  /** The email address or phone number, as the user typed it. */
  identifier: string
  firstName: string | null
  fullName: string | null
  picture: string | null
  method: SignInMethod
}

const records = expiringRecord<LastPerson>(
  'localStorage',
  personKey,
  {
    uuid: 'string',
    identifier: 'string',
    firstName: orNull('string'),
    fullName: orNull('string'),
    picture: orNull('string'),
    method: 'string',
  },
  personLifeMs,
)

type Remembered = Pick<Session, 'platform'> & { user: Pick<User, 'uuid' | 'firstName' | 'fullName'> }

/** Called after each sign-in. */
export function rememberPerson(
  { platform, user }: Remembered,
  { identifier, picture = null, method }: Pick<LastPerson, 'identifier' | 'method'> & Partial<LastPerson>,
): void {
  const { uuid, firstName, fullName } = user
  const names = { firstName: firstName || null, fullName: fullName || null }
  if (isSharedComputer() || !identifier) forgetPerson(platform)
  else records.write({ uuid, identifier, ...names, picture, method }, platform)
}

export const readLastPerson: (platform: Platform) => LastPerson | null = records.read
export const forgetPerson: (platform: Platform) => void = records.clear

export function isSharedComputer(): boolean {
  return readText('localStorage', sharedKey) !== null
}

/** A shared computer forgets everyone and remembers nobody. */
export function setSharedComputer(isShared: boolean): void {
  if (isShared) {
    writeText('localStorage', sharedKey, '1')
    for (const platform of platforms) forgetPerson(platform)
  } else removeText('localStorage', sharedKey)
}

/** Shows the new name on the next visit. */
export function renamePerson(
  platform: Platform,
  { uuid, firstName, fullName }: Pick<LastPerson, 'uuid' | 'firstName' | 'fullName'>,
): void {
  const person = readLastPerson(platform)
  if (person?.uuid === uuid) records.write({ ...person, firstName, fullName }, platform)
}
