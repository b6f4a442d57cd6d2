import { platforms } from '@foyer/contract/platforms'
import { readLastPerson, rememberPerson, renamePerson } from './last-person.ts'
import { readStoredAuth, type StoredUser, storeAuth } from './stored-auth.ts'

/** Stores a user's new name for every platform where this browser has a session of the user or remembers the user. */
export function replaceName(
  { uuid }: Pick<StoredUser, 'uuid'>,
  { firstName, lastName }: Pick<StoredUser, 'firstName' | 'lastName'>,
): void {
  const names = { firstName, lastName, fullName: lastName ? `${firstName} ${lastName}` : firstName }
  for (const platform of platforms) {
    const auth = readStoredAuth(platform)
    if (auth?.user.uuid === uuid) storeAuth({ ...auth, user: { ...auth.user, ...names } })
    renamePerson(platform, { uuid, ...names })
  }
}

/** Stores a user's new sign-in address for every platform where this browser has a session of the user. */
export function replaceEmail(
  { uuid, email: former }: Pick<StoredUser, 'uuid' | 'email'>,
  email: string,
): void {
  for (const platform of platforms) {
    const auth = readStoredAuth(platform)
    if (auth?.user.uuid !== uuid) continue
    storeAuth({ ...auth, user: { ...auth.user, email, isEmailVerified: true } })
    const person = readLastPerson(platform)
    if (person?.uuid === uuid && person.identifier === former)
      rememberPerson(auth, { ...person, identifier: email })
  }
}
