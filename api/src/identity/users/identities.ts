/**
 * Keeps users' accounts at social providers. Such an account belongs to one user, and a user has one account of each
 * provider. Owner of the table identities.
 */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Db } from '../../kernel/db/connect.ts'

/** An account at a social provider: the provider, and the id of the account there. */
type IdentityKey = { provider: SocialProvider; subject: string }

/** Finds the user to whom an account at a provider belongs. */
export async function findIdentityOwner(db: Db, key: IdentityKey): Promise<string | null> {
  const row = await ownerOf(db, key).executeTakeFirst()
  return row?.userId ?? null
}

/**
 * Checks the owner again in the transaction that opens the session. The lock makes a concurrent removal wait. A proof of the
 * email removes the accounts before it ends the sessions, so it ends this session too.
 */
export async function isStillOwner(trx: Db, key: IdentityKey, userId: string): Promise<boolean> {
  const row = await ownerOf(trx, key).where('userId', '=', userId).forShare().executeTakeFirst()
  return row !== undefined
}

function ownerOf(db: Db, { provider, subject }: IdentityKey) {
  return db
    .selectFrom('identities')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
}

/**
 * Links an account at a provider to a user, and unlinks the user's former account at that provider. Returns the owner: a
 * concurrent request may have linked the account to another user.
 */
export async function addIdentity(
  trx: Db,
  userId: string,
  { provider, subject, email }: IdentityKey & { email: string | null },
): Promise<string | null> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identities')
    .values({ provider, subject, email, userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return findIdentityOwner(trx, { provider, subject })
  await trx
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('subject', '<>', subject)
    .execute()
  return userId
}

/** Unlinks a user's account at this provider, or at all providers, and returns the unlinked accounts. */
export function removeIdentities(trx: Db, userId: string, provider?: SocialProvider) {
  const removed = trx.deleteFrom('identities').where('userId', '=', userId).returning(['provider', 'email'])
  return (provider ? removed.where('provider', '=', provider) : removed).execute()
}

/** Lists a user's accounts at social providers, the oldest first. */
export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'subject', 'email', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}
