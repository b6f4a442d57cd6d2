/**
 * Keeps the authenticator apps of users and checks their codes (RFC 6238: SHA-1, six digits, 30 s). Owner of the table
 * totp_factors.
 */
import { enrolmentSeconds } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import type { Keyring } from '../../kernel/keyring.ts'

/** Codes of the step before and after the present one are accepted: clocks differ, and typing takes time. */
const window = 1

const purpose = 'totp secret'

/** 160 bits, the size of the key that RFC 4226 §4 recommends. */
const secretBytes = 20

const listed = ['id', 'name', 'createdAt', 'lastUsedAt'] as const

export type TotpRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** Begins to set up an app, in place of earlier ones that were not confirmed. Returns the secret. */
export async function addTotpFactor(
  trx: Db,
  keyring: Keyring,
  { userId, name }: { userId: string; name: string },
): Promise<{ id: string; secret: string }> {
  const { base32: secret } = new Secret({ size: secretBytes })
  await trx.deleteFrom('totpFactors').where('userId', '=', userId).where('confirmedAt', 'is', null).execute()
  const { id } = await trx
    .insertInto('totpFactors')
    .values({ userId, name, secret: keyring.encrypt(purpose, secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** Returns the otpauth URI that authenticator apps read (Key Uri Format). */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret }).toString()
}

/** Confirms an app that is being set up; undefined for a wrong code or an app that is not being set up. */
export async function confirmTotpFactor(
  trx: Db,
  keyring: Keyring,
  { userId, id, code, name }: { userId: string; id: string; code: string; name: string | undefined },
): Promise<TotpRow | undefined> {
  const row = await findUnconfirmed(trx, { userId, id })
  const step = row && stepOf(keyring, row.secret, code)
  if (!step) return undefined
  return trx
    .updateTable('totpFactors')
    .set({ confirmedAt: now, lastUsedAt: now, lastStep: step, ...(name !== undefined && { name }) })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .returning(listed)
    .executeTakeFirst()
}

/** Finds an app that the user is setting up. */
export function findUnconfirmed(db: Db, { userId, id }: { userId: string; id: string }) {
  return db
    .selectFrom('totpFactors')
    .select(['id', 'secret'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', secondsFromNow(-enrolmentSeconds))
    .executeTakeFirst()
}

/**
 * Uses a code up. Returns null for a wrong one, and for one whose time step, or a later one, was used before: of any number
 * of concurrent callers with one code exactly one succeeds.
 */
export async function useTotp(
  db: Db,
  keyring: Keyring,
  { userId, code }: { userId: string; code: string },
): Promise<{ id: string } | null> {
  const factors = await db
    .selectFrom('totpFactors')
    .select(['id', 'secret'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .execute()
  for (const { id, secret } of factors) {
    const step = stepOf(keyring, secret, code)
    if (!step) continue
    const used = await db
      .updateTable('totpFactors')
      .set({ lastStep: step, lastUsedAt: now })
      .where('id', '=', id)
      .where('lastStep', '<', step)
      .returning('id')
      .executeTakeFirst()
    if (used) return used
  }
  return null
}

const now = sql<Date>`clock_timestamp()`

/** Returns the time step of a code; null for a code that is not valid now. */
function stepOf(keyring: Keyring, sealed: Buffer, code: string): number | null {
  const totp = new TOTP({ secret: keyring.decrypt(purpose, sealed) })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Lists a user's confirmed apps, the oldest first. */
export function listTotpFactors(db: Db, userId: string): Promise<TotpRow[]> {
  return db
    .selectFrom('totpFactors')
    .select(listed)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export function renameTotpFactor(
  trx: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<TotpRow | undefined> {
  return trx
    .updateTable('totpFactors')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('confirmedAt', 'is not', null)
    .returning(listed)
    .executeTakeFirst()
}

/** Removes one confirmed app of a user, or all apps, and returns the removed ones. */
export function removeTotpFactors(trx: Db, { userId, id }: { userId: string; id?: string }) {
  const removed = trx.deleteFrom('totpFactors').where('userId', '=', userId).returning(['id', 'name'])
  return (
    id === undefined ? removed : removed.where('id', '=', id).where('confirmedAt', 'is not', null)
  ).execute()
}

/** Deletes up to `limit` apps that nobody confirmed in time. */
export function deleteUnconfirmedTotp(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'totpFactors',
    isExpired: sql`confirmed_at is null and created_at < now() - make_interval(secs => ${enrolmentSeconds})`,
    orderBy: sql`created_at`,
    limit,
  })
}
