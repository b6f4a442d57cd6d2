/** Stores help requests, encrypted. Only this file writes the table help_requests. */
import type { OwnHelpRequest } from '@foyer/contract/routes/help'
import { type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import { emailKey } from '../../identity/users/identifier.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { findStates } from '../../messages/messages.ts'
import { makeReference } from './help-reference.ts'

/** Long enough for a case that support has closed and the user reopens. */
export const keptDays = 180

const purpose = 'help request'
/**
 * The encrypted text of a request. During an update, each release reads rows that the other has written: add a new
 * field as optional one release before the service writes it.
 */
const content = v.strictObject({
  email: v.string(),
  name: v.string(),
  subject: v.string(),
  message: v.string(),
})
type Content = v.InferOutput<typeof content>

type NewHelpRequest = Content & {
  userId: string | null
  platform: string
  categoryId: string
  /** The normalised key of the email (identifier.ts). */
  key: string
  /** The mail to support. */
  messageId: string
}

/** A reference is almost certainly unused. */
const mostTries = 5

/** Stores a request; returns its id and reference. */
export async function insertHelpRequest(
  db: Db,
  keyring: Keyring,
  { userId, platform, categoryId, key, messageId, ...written }: NewHelpRequest,
): Promise<{ id: string; reference: string }> {
  const emailMac = keyring.mac(purpose, key)
  const sealed = keyring.encrypt(purpose, JSON.stringify(written))
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const stored = await db
      .insertInto('helpRequests')
      .values({ reference: makeReference(), userId, platform, categoryId, emailMac, sealed, messageId })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning(['id', 'reference'])
      .executeTakeFirst()
    if (stored) return stored
  }
  throw new Error('No reference of a help request is free')
}

export async function findReference(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('helpRequests').select('reference').where('id', '=', id).executeTakeFirst()
  return row?.reference
}

/** A user's id and the emails of the account. */
type Owner = { userId: string; emails: readonly string[] }

/** Lists a user's requests, including those sent with the user's emails without a session, oldest first. */
export async function listHelpRequests(db: Db, keyring: Keyring, owner: Owner) {
  const rows = await db
    .selectFrom('helpRequests')
    .select(['reference', 'platform', 'categoryId as category', 'sealed', 'createdAt'])
    .where(isOf(keyring, owner))
    .orderBy('createdAt')
    .execute()
  return rows.map(({ sealed, ...row }) => ({ ...row, ...opened(keyring, sealed) }))
}

/** Deletes the same requests and returns their ids. */
export async function deleteHelpRequests(db: Db, keyring: Keyring, owner: Owner): Promise<string[]> {
  const rows = await db.deleteFrom('helpRequests').where(isOf(keyring, owner)).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Lists the requests that a user has sent while signed in, newest first. */
export async function listOwnRequests(db: Db, keyring: Keyring, userId: string): Promise<OwnHelpRequest[]> {
  const rows = await db
    .selectFrom('helpRequests')
    .select(['reference', 'categoryId as category', 'sealed', 'messageId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('reference')
    .execute()
  const ids = rows.flatMap(({ messageId }) => messageId ?? [])
  const states = new Map(
    (ids.length > 0 ? await findStates(db, ids) : []).map(({ id, state }) => [id, state]),
  )
  return rows.map(({ sealed, messageId, createdAt, ...row }) => {
    const { email, subject, message } = opened(keyring, sealed)
    const state = states.get(messageId ?? '')
    const delivery = state === undefined ? null : deliveries[state]
    return { ...row, email, subject, message, delivery, createdAt: createdAt.toISOString() }
  })
}

/** A mail to support does not expire, so an operator has removed an expired one. */
const deliveries = { waiting: 'waiting', sent: 'sent', expired: 'failed', dead: 'failed' } as const

function isOf(keyring: Keyring, { userId, emails }: Owner) {
  const keys = emails.flatMap((email) => emailKey(email) ?? [])
  const macs = keys.flatMap((key) => keyring.macs(purpose, key))
  return sql<SqlBool>`(user_id = ${userId} or email_mac = any(${macs}::bytea[]))`
}

function opened(keyring: Keyring, sealed: Buffer): Content {
  return v.parse(content, JSON.parse(keyring.decrypt(purpose, sealed)))
}

export function deleteOldHelpRequests(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'helpRequests',
    isExpired: sql`created_at < now() - make_interval(days => ${keptDays})`,
    orderBy: sql`created_at`,
    limit,
  })
}
