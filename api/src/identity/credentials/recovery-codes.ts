/**
 * Keeps recovery codes: ten for a user, each for one use in place of an authenticator app. A code has 50 random bits and counts
 * under the lockout, so a MAC under the service's key protects a stolen table as well as a slow hash would. Owner of the table
 * recovery_codes.
 */
import { randomInt } from 'node:crypto'
import { recoveryCodesCount } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'

/** Crockford's Base32: no I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 10

/** Returns a code to be typed, such as `7KQ2M-X9T4C`. */
export function newTypedCode(): string {
  const code = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${code.slice(0, characters / 2)}-${code.slice(characters / 2)}`
}

/** Reads what a person typed: case, spaces and hyphens do not matter, and letters that look like digits are these digits. */
export function readTypedCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
}

const purpose = 'recovery code'

const macOf = (userId: string, code: string) => `${userId}\0${readTypedCode(code)}`

/** Makes a set of codes, which replaces the user's earlier set, and returns it. */
export async function replaceRecoveryCodes(trx: Db, keyring: Keyring, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesCount }, newTypedCode)
  await removeRecoveryCodes(trx, userId)
  const rows = codes.map((code) => ({ userId, mac: keyring.mac(purpose, macOf(userId, code)) }))
  await trx.insertInto('recoveryCodes').values(rows).execute()
  return codes
}

/** Uses a code up. Of any number of concurrent callers with one code exactly one gets true. */
export async function useRecoveryCode(
  db: Db,
  keyring: Keyring,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where('mac', 'in', keyring.macs(purpose, macOf(userId, code)))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

/** Counts the codes that a user has left; `madeAt` is null for a user without a set. */
export async function countRecoveryCodes(
  db: Db,
  userId: string,
): Promise<{ left: number; madeAt: Date | null }> {
  return db
    .selectFrom('recoveryCodes')
    .select(sql<number>`(count(*) filter (where used_at is null))::int`.as('left'))
    .select(sql<Date | null>`max(created_at)`.as('madeAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function removeRecoveryCodes(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}
