/**
 * Keeps the links that take a change of the sign-in address back. The former address gets one, for seven days. Owner of
 * the table one_time_tokens, with one-time-tokens.ts.
 */

import { createHash, randomBytes } from 'node:crypto'
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { revertLinkSeconds } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { isValid, type LinkState } from './one-time-tokens.ts'

const purpose = 'email-revert'

/** The change: from the address with the id `formerId`, which got the link, to the one with the id `newId`. */
type EmailChange = { userId: string; formerId: string; newId: string; platform: Platform }

export type RevertLink = EmailChange & { id: string; state: LinkState; changedAt: Date }

/** Creates a link for the former address, and returns its token. Call it in the transaction of the change. */
export async function createRevertLink(
  trx: Db,
  { userId, formerId, newId, platform }: EmailChange,
): Promise<string> {
  const token = `er_${randomBytes(32).toString('base64url')}`
  const details = JSON.stringify({ formerId, newId, platform })
  const expiresAt = secondsFromNow(revertLinkSeconds)
  await trx
    .insertInto('oneTimeTokens')
    // Not the start of the transaction: changes that waited for each other keep their order.
    .values({
      purpose,
      userId,
      hash: hashOf(token),
      details,
      expiresAt,
      createdAt: sql<Date>`clock_timestamp()`,
    })
    .execute()
  return token
}

/** Finds a link, used and expired ones too; null for a token that the service never issued. */
export async function findRevertLink(db: Db, token: string): Promise<RevertLink | null> {
  const row = await db
    .selectFrom('oneTimeTokens')
    .select(['id', 'userId', 'details', 'createdAt as changedAt'])
    .select(
      sql<LinkState>`case when used_at is not null then 'used' when ${isValid} then 'valid' else 'expired' end`.as(
        'state',
      ),
    )
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row?.userId) return null
  const { userId, details, ...link } = row
  const { formerId, newId, platform } = details
  return formerId && newId && isPlatform(platform) ? { ...link, userId, formerId, newId, platform } : null
}

/**
 * Expires the links of later changes. Links of earlier changes stay valid: the oldest link decides, and an attacker who
 * holds a later link must not end the oldest.
 */
export async function endLaterRevertLinks(
  trx: Db,
  { userId, id }: Pick<RevertLink, 'userId' | 'id'>,
): Promise<void> {
  await trx
    .updateTable('oneTimeTokens')
    .set({ expiresAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where(
      'createdAt',
      '>=',
      sql<Date>`(select created_at from one_time_tokens as used where used.id = ${id})`,
    )
    .where(isValid)
    .execute()
}

/** Returns until when a link can make this address the primary one again; null where none can. */
export async function findRevertEnd(
  db: Db,
  { userId, emailId }: { userId: string; emailId: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('oneTimeTokens')
    .select(({ fn }) => fn.max('expiresAt').as('endsAt'))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where(sql`details ->> 'formerId'`, '=', emailId)
    .where(isValid)
    .executeTakeFirst()
  return row?.endsAt ?? null
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(`${purpose}\0${token}`).digest()
}
