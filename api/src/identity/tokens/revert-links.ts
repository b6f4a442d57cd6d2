/**
 * Keeps the links that revert a change of the sign-in address. The former address gets such a link, for seven days. With
 * one-time-tokens.ts the owner of the table one_time_tokens.
 */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { revertLinkSeconds } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import {
  createToken,
  expireTokens,
  findToken,
  hashOf,
  isValid,
  type Purpose,
  type TokenState,
} from './one-time-tokens.ts'

const purpose: Purpose = { name: 'email-revert', prefix: 'er_', seconds: revertLinkSeconds }

/** A change of the sign-in address: `formerId` is the address that gets the link, `newId` the address after the change. */
type EmailChange = { userId: string; formerId: string; newId: string; platform: Platform }

export type RevertLink = EmailChange & { id: string; state: TokenState; changedAt: Date }

/** Creates a link for the former address, and returns its token. Call it in the transaction of the change. */
export function createRevertLink(trx: Db, { userId, ...details }: EmailChange): Promise<string> {
  return createToken(trx, purpose, { userId, details })
}

/** Finds a link, used and expired ones too; null for a token that the service never issued. */
export async function findRevertLink(db: Db, token: string): Promise<RevertLink | null> {
  const found = await findToken(db, hashOf(purpose, token))
  if (!found?.userId) return null
  const { id, userId, state, createdAt: changedAt } = found
  const { formerId, newId, platform } = found.details
  return formerId && newId && isPlatform(platform)
    ? { id, userId, state, changedAt, formerId, newId, platform }
    : null
}

/**
 * Expires the links of later changes. Links of earlier changes stay valid: the oldest link decides, and an attacker who
 * holds a later link must not end the oldest.
 */
export async function endLaterRevertLinks(
  trx: Db,
  { userId, id }: Pick<RevertLink, 'userId' | 'id'>,
): Promise<void> {
  const changedAt = sql<Date>`(select created_at from one_time_tokens as used where used.id = ${id})`
  await expireTokens(trx, { userId, purposes: [purpose.name] })
    .where('createdAt', '>=', changedAt)
    .execute()
}

/** Returns the time until which a link can make this address the primary one again; null if no link can. */
export async function findRevertEnd(
  db: Db,
  { userId, emailId }: { userId: string; emailId: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('oneTimeTokens')
    .select(({ fn }) => fn.max('expiresAt').as('endsAt'))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose.name)
    .where(sql`details ->> 'formerId'`, '=', emailId)
    .where(isValid)
    .executeTakeFirst()
  return row?.endsAt ?? null
}
