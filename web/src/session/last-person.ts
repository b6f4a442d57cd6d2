/**
 * Stores the last person who signed in on each platform of this browser, for the next visit after sign-out. The record
 * contains no secret, and a shared computer keeps no record (docs/decisions/browsers.md).
 */
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { Session, User } from '@foyer/contract/routes/sign-in'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { orNull } from '../api/shape.ts'
import { readText, removeText, writeText } from '../api/storage/browser-storage.ts'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { hereKey, personKey, personLifeMs, sharedKey } from '../api/storage/storage-keys.ts'

export type SignInMethod = 'password' | 'otp' | 'passkey' | SocialProvider

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

/** Stores the person after a sign-in. On a shared computer, forgets the person instead. */
export function rememberPerson(
  { platform, user }: Remembered,
  { identifier, picture = null, method }: Pick<LastPerson, 'identifier' | 'method'> & Partial<LastPerson>,
): void {
  const { uuid, firstName, fullName } = user
  const names = { firstName: firstName || null, fullName: fullName || null }
  if (!isSharedComputer()) writeText('localStorage', hereKey, '1')
  if (isSharedComputer() || !identifier) forgetPerson(platform)
  else records.write({ uuid, identifier, ...names, picture, method }, platform)
}

/** Remembers the user of a continued session by what another platform of this browser knows of the user. */
export function rememberAgain(session: Remembered): void {
  const known = personHere(session.user.uuid)
  if (known) rememberPerson(session, known)
}

/** Returns what a platform of this browser remembers of a user. */
export function personHere(uuid: string): LastPerson | null {
  return platforms.map(readLastPerson).find((person) => person?.uuid === uuid) ?? null
}

export const readLastPerson: (platform: Platform) => LastPerson | null = records.read
export const forgetPerson: (platform: Platform) => void = records.clear

export function isSharedComputer(): boolean {
  return readText('localStorage', sharedKey) !== null
}

/** Forgets the last person of every platform, and that anybody signed in here. */
export function forgetEveryone(): void {
  removeText('localStorage', hereKey)
  for (const platform of platforms) forgetPerson(platform)
}

/** Marks the computer as shared, which forgets the last person of all platforms, or removes the mark. */
export function setSharedComputer(isShared: boolean): void {
  if (isShared) {
    writeText('localStorage', sharedKey, '1')
    forgetEveryone()
  } else removeText('localStorage', sharedKey)
}

/** Changes the name in the record, for the next visit. */
export function renamePerson(
  platform: Platform,
  { uuid, firstName, fullName }: Pick<LastPerson, 'uuid' | 'firstName' | 'fullName'>,
): void {
  const person = readLastPerson(platform)
  if (person?.uuid === uuid) records.write({ ...person, firstName, fullName }, platform)
}
