/** Counts the ways in which a user can sign in, and keeps the user from removing the last one. */
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import type { User } from '../../identity/users/find-user.ts'
import { listIdentities } from '../../identity/users/identities.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'

type Owner = Pick<User, 'id' | 'emailProvenance' | 'phoneProvenance'>

/** Counts the ways to sign in. Unproven contacts do not count: codes may reach another person. */
export async function countWaysIn(db: Db, { id, emailProvenance, phoneProvenance }: Owner): Promise<number> {
  const contacts = [emailProvenance, phoneProvenance].filter((provenance) => provenance === 'verified').length
  const password = (await hasPassword(db, id)) ? 1 : 0
  return contacts + password + (await countPasskeys(db, id)) + (await listIdentities(db, id)).length
}

/**
 * Throws `last-way-in` if the user can no longer sign in. Call it after the removal, in its transaction, which has locked
 * the user.
 */
export async function requireWayIn(trx: Db, user: Owner): Promise<void> {
  if ((await countWaysIn(trx, user)) === 0) throw new Failure('last-way-in')
}
