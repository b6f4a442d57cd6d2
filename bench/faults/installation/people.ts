/** Students with a password, made straight in the database: production has no demo people. */

import { storePassword } from '../../../api/src/accounts/passwords/credentials.ts'
import { createHasher } from '../../../api/src/accounts/passwords/password-hashing.ts'
import { addMembership } from '../../../api/src/accounts/users/memberships.ts'
import { createPerson } from '../../../api/src/accounts/users/users.ts'
import type { Database } from '../../../api/src/db/connect.ts'

export const password = 'correct horse battery'

/** The service renews hashes that were made with other settings: give `hashing` where that would count. */
export async function makePeople(
  { db }: Database,
  count: number,
  { memoryKib = 64, passes = 1 } = {},
): Promise<string[]> {
  const hasher = createHasher({ memoryKib, passes, workers: 2, queue: count, waitMs: 60_000 })
  const hash = await hasher.hash(password)
  const made: string[] = []
  // One transaction: a commit a row would wait for the disk each time.
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) {
      const address = `person${index}@example.com`
      const userId = await createPerson(trx, {
        firstName: 'Asha',
        lastName: 'Rao',
        email: { address },
        provenance: 'verified',
      })
      await addMembership(trx, { userId, platform: 'student', provenance: 'sign_up' })
      await storePassword(trx, { userId, hash, provenance: 'verified' })
      made.push(userId)
    }
  })
  return made
}
