/** Finds the users that development seeds, so that production does not serve a database where they can sign in. */
import { comparePassword } from '../../identity/credentials/credentials.ts'
import type { Hasher } from '../../identity/credentials/password-hashing.ts'
import { findUserWith } from '../../identity/users/find-user.ts'
import { readContact } from '../../identity/users/identifier.ts'
import { findEnabledDemoIds } from '../../identity/users/user-record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { demoPassword, demoUsers } from './demo-users.ts'

/**
 * Returns the ids of the enabled demo users. Real users have no email at foyer.test, because mail never reaches a name
 * under .test (RFC 6761). A demo phone number may belong to a real user, so it counts only with the demo password.
 */
export async function findDemoUsers(db: Db, hasher: Hasher): Promise<string[]> {
  const ids = await findEnabledDemoIds(db)
  for (const { phoneNumber } of demoUsers) {
    if (!phoneNumber) continue
    const found = await findUserWith(db, { identifier: readContact(phoneNumber) })
    if (!found || found.user.isDisabled || ids.includes(found.user.id)) continue
    if (await comparePassword(db, hasher, { hash: found.passwordHash, password: demoPassword }))
      ids.push(found.user.id)
  }
  return ids
}
