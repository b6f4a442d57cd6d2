/**
 * How often somebody is told of the same by mail. Whoever signed up with an address of somebody else has its password,
 * and could have its owner told without end.
 */
import { noticesPerPerson } from '@foyer/contract/limits'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../http/failure.ts'
import { countAttempts } from '../http/rate-limit.ts'
import type { TemplateName } from '../outbox/templates.ts'
import type { Vault } from './vault.ts'

type Counting = { db: Db; vault: Vault; config: Pick<Config, 'limitsFactor'> }

/** Counts one; before the transaction that queues it. */
export async function mayTell(
  { db, vault, config }: Counting,
  { userId, template }: { userId: string; template: TemplateName },
): Promise<boolean> {
  const subject = vault.lastingMac('notices', userId).toString('base64url')
  try {
    await countAttempts(
      db,
      [{ key: `notices:${template}:${subject}`, ...noticesPerPerson }],
      config.limitsFactor,
    )
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
