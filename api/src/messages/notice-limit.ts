/**
 * Limits how often a user gets the same security notice. Anyone can repeat a sign-up with another user's email, and an
 * attacker who signed up with it knows that password. Without a limit, each attempt would send a mail to the owner. The same
 * limits keep platforms from filling a mailbox with notifications.
 */

import type { Config } from '../kernel/config/config.ts'
import type { Db } from '../kernel/db/connect.ts'
import { Failure } from '../kernel/failure.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { countAttempts } from '../kernel/limits/rate-limit.ts'
import type { Window } from '../kernel/limits/request-limits.ts'
import type { TemplateName } from './templates.ts'

/** Limits the notices to one user about sessions that were ended for safety. */
const noticesPerUser: Window = { max: 5, windowSeconds: 86_400 }

/** Limits the notices to an owner about sign-ups with the owner's email, which anyone can cause. */
const signUpNoticesPerUser: Window = { max: 1, windowSeconds: 86_400 }

type Counting = { db: Db; keyring: Keyring; config: Pick<Config, 'limitsFactor'> }

/** Limits the emails about notifications to one user, from all platforms together. */
export const notificationsPerMailbox: Window = { max: 10, windowSeconds: 86_400 }

const windows: Partial<Record<TemplateName, Window>> = {
  'sign-up-attempted': signUpNoticesPerUser,
  notification: notificationsPerMailbox,
}

/** Counts one notice and returns whether it may be sent. Call it before the transaction that queues the notice. */
export async function countNotice(
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
