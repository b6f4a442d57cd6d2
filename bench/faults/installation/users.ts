/** Adds students with a password to the database, since production has no demo users. */

import { storePassword } from '../../../api/src/identity/credentials/credentials.ts'
import { createHasher } from '../../../api/src/identity/credentials/password-hashing.ts'
import { addMembership } from '../../../api/src/identity/users/memberships.ts'
import { createUser } from '../../../api/src/identity/users/users.ts'
import type { Database } from '../../../api/src/kernel/db/connect.ts'

/** The settings of password hashing. */
export type Hashing = { memoryKib?: number; passes?: number }

export const password = 'correct horse battery'

/**
 * Returns the ids of the new users. The service renews hashes that were made with other settings than its own: name its
 * settings where that would count.
 */
export async function addUsers(
  { db }: Database,
  count: number,
  { memoryKib = 64, passes = 1 }: Hashing = {},
): Promise<string[]> {
  const hasher = createHasher({ memoryKib, passes, workers: 2, queue: count, waitMs: 60_000 })
  const hash = await hasher.hash(password)
  const added: string[] = []
  // One transaction, since each commit waits for the disk.
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) {
      const address = `person${index}@example.com`
      const userId = await createUser(trx, {
        firstName: 'Asha',
        lastName: 'Rao',
        email: { address },
        provenance: 'verified',
      })
      await addMembership(trx, { userId, platform: 'student', provenance: 'sign_up' })
      await storePassword(trx, { userId, hash, provenance: 'verified' })
      added.push(userId)
    }
  })
  return added
}
