/**
 * Keeps the codes that an operator gives to a user who has lost every second factor: one use, 20 minutes. With
 * one-time-tokens.ts the owner of the table one_time_tokens.
 */
import type { Db } from '../../kernel/db/connect.ts'
import { newTypedCode, readTypedCode } from '../credentials/recovery-codes.ts'
import { consumeToken, expireTokens, hashOf, insertToken, type Purpose } from './one-time-tokens.ts'

const purpose: Purpose = { name: 'support-code', prefix: '', seconds: 1_200 }

const hashOfCode = (userId: string, code: string) => hashOf(purpose, `${userId}\0${readTypedCode(code)}`)

/** Makes a code, which replaces the user's earlier one. */
export async function createSupportCode(trx: Db, userId: string): Promise<string> {
  const code = newTypedCode()
  await expireTokens(trx, { userId, purposes: [purpose.name] }).execute()
  const { name, seconds } = purpose
  const hash = hashOfCode(userId, code)
  await insertToken(trx, { userId, purpose: name, hash, seconds, details: {} }).execute()
  return code
}

/** Uses a code up. Of any number of concurrent callers with one code exactly one gets true. */
export async function useSupportCode(
  db: Db,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  return (await consumeToken(db, { hash: hashOfCode(userId, code) }).executeTakeFirst()) !== undefined
}
