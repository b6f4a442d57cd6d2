/** Keeps what users let clients of OpenID Connect read. Owner of the table app_consents. */
import { isScope, type Scope } from '@foyer/contract/scopes'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

type Consent = { userId: string; clientId: string }

/** Adds to what the user agreed to before. */
export async function addConsent(
  trx: Db,
  { userId, clientId, scopes }: Consent & { scopes: readonly Scope[] },
): Promise<void> {
  await trx
    .insertInto('appConsents')
    .values({ userId, clientId, scopes: [...scopes] })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'clientId']).doUpdateSet({
        scopes: sql<string[]>`array(select unnest(app_consents.scopes) union select unnest(excluded.scopes))`,
      }),
    )
    .execute()
}

export async function hasConsent(
  db: Db,
  { userId, clientId, scopes }: Consent & { scopes: readonly Scope[] },
): Promise<boolean> {
  const found = await db
    .selectFrom('appConsents')
    .select('scopes')
    .where(({ and }) => and({ userId, clientId }))
    .executeTakeFirst()
  return found !== undefined && scopes.every((scope) => found.scopes.includes(scope))
}

/** The newest first. */
export async function listConsents(db: Db, userId: string) {
  const rows = await db
    .selectFrom('appConsents')
    .select(['clientId', 'scopes', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('clientId')
    .execute()
  return rows.map((row) => ({ ...row, scopes: row.scopes.filter(isScope) }))
}

/** Returns false if there was none. */
export async function removeConsent(trx: Db, { userId, clientId }: Consent): Promise<boolean> {
  const removed = await trx
    .deleteFrom('appConsents')
    .where(({ and }) => and({ userId, clientId }))
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function removeConsents(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('appConsents').where('userId', '=', userId).execute()
}
