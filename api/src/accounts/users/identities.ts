/** Accounts at other providers that a person signs in with. Owner of the table identities. */
import type { Db } from '../../db/connect.ts'

/** The oldest first. */
export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'subject', 'email', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}
