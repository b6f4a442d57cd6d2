import { platforms } from '@foyer/contract/platforms'
import { renamePerson } from './last-person.ts'
import { readStoredAuth, type StoredUser, storeAuth } from './stored-auth.ts'

/** Stores the new name of a user on each platform where this browser has them signed in or remembers them. */
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
