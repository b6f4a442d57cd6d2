/** Keeps a user from removing the last way to sign in. */
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import type { User } from '../../identity/users/find-user.ts'
import { listIdentities } from '../../identity/users/identities.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'

/**
 * Throws `last-way-in` if the user can no longer sign in. Call it after the removal, in its transaction, which has locked
 * the user. Unproven contacts do not count: codes may reach another person.
 */
export async function requireWayIn(
  trx: Db,
  { id, emailProvenance, phoneProvenance }: Pick<User, 'id' | 'emailProvenance' | 'phoneProvenance'>,
): Promise<void> {
  if (emailProvenance === 'verified' || phoneProvenance === 'verified' || (await hasPassword(trx, id))) return
  if ((await countPasskeys(trx, id)) > 0 || (await listIdentities(trx, id)).length > 0) return
  throw new Failure('last-way-in')
}
