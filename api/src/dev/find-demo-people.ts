/** Finds the people that development seeded, so that production does not serve a database where they can sign in. */

import { checkPassword } from '../accounts/passwords/credentials.ts'
import type { Hasher } from '../accounts/passwords/password-hashing.ts'
import { findEnabledDemoIds, findPerson } from '../accounts/users/users.ts'
import type { Db } from '../db/connect.ts'
import { demoPassword, demoUsers } from './demo-users.ts'

/**
 * Returns the ids of the demo people who are enabled. An address at foyer.test is nobody's: no mail reaches a name below
 * .test (RFC 6761). A demo phone number may be a real person's by now, so it counts with the demo password alone.
 */
export async function findDemoPeople(db: Db, hasher: Hasher): Promise<string[]> {
  const ids = await findEnabledDemoIds(db)
  for (const { phoneNumber } of demoUsers) {
    if (!phoneNumber) continue
    const person = await findPerson(db, { contact: { channel: 'sms', number: phoneNumber } })
    if (!person || person.isDisabled || ids.includes(person.id)) continue
    if (await checkPassword(db, hasher, { userId: person.id, password: demoPassword })) ids.push(person.id)
  }
  return ids
}
