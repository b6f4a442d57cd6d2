/**
 * Limits how often a person is told of the same by mail. A stranger who signed up with somebody else's address has its
 * password, and anybody can sign up with an address again and again: without a limit its owner would be told each time.
 */

import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { Keyring } from '../keyring.ts'
import { countAttempts } from '../limits/rate-limit.ts'
import type { Window } from '../limits/request-limits.ts'
import type { TemplateName } from './templates.ts'

/** Mails that tell somebody of the same: a session that was ended for safety. */
export const noticesPerPerson: Window = { max: 5, windowSeconds: 86_400 }

/** Mails that tell the owner of an address about sign-ups with it: anybody can cause one. */
export const signUpNoticesPerPerson: Window = { max: 1, windowSeconds: 86_400 }

type Counting = { db: Db; keyring: Keyring; config: Pick<Config, 'limitsFactor'> }

const windows: Partial<Record<TemplateName, Window>> = { 'sign-up-attempted': signUpNoticesPerPerson }

/** Counts one; before the transaction that queues it. */
export async function mayNotify(
  { db, keyring, config }: Counting,
  { userId, template }: { userId: string; template: TemplateName },
): Promise<boolean> {
  const subject = keyring.lastingMac('notices', userId).toString('base64url')
  try {
    await countAttempts(
      db,
      [{ key: `notices:${template}:${subject}`, ...(windows[template] ?? noticesPerPerson) }],
      config.limitsFactor,
    )
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
