/**
 * Limits how often a user gets the same security notice. An attacker who signed up with another user's address knows
 * that password, and anyone can repeat a sign-up: without a limit each time would send the owner a mail.
 */

import type { Config } from '../kernel/config/config.ts'
import type { Db } from '../kernel/db/connect.ts'
import { Failure } from '../kernel/failure.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { countAttempts } from '../kernel/limits/rate-limit.ts'
import type { Window } from '../kernel/limits/request-limits.ts'
import type { TemplateName } from './templates.ts'

/** Limits the mails to one user about sessions that were ended for safety. */
const noticesPerUser: Window = { max: 5, windowSeconds: 86_400 }

/** Limits the mails to the owner of an address about sign-ups with it, which anyone can cause. */
const signUpNoticesPerUser: Window = { max: 1, windowSeconds: 86_400 }

type Counting = { db: Db; keyring: Keyring; config: Pick<Config, 'limitsFactor'> }

const windows: Partial<Record<TemplateName, Window>> = { 'sign-up-attempted': signUpNoticesPerUser }

/** Counts one notice. Call it before the transaction that queues the notice. */
export async function mayNotify(
  { db, keyring, config }: Counting,
  { userId, template }: { userId: string; template: TemplateName },
): Promise<boolean> {
  const subject = keyring.lastingMac('notices', userId).toString('base64url')
  try {
    await countAttempts(
      db,
      [{ key: `notices:${template}:${subject}`, ...(windows[template] ?? noticesPerUser) }],
      config.limitsFactor,
    )
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
