/** Limits the successful sign-ins of one user, which the lockout does not count. */
import { type Recorded, recordEvent } from '../audit.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { countAttempts } from './rate-limit.ts'
import type { Window } from './request-limits.ts'

export const signInsPerUser: Window = { max: 30, windowSeconds: 600 }
/** Limits the notices of sign-ins in a new browser. */
export const newBrowserNoticesPerUser: Window = { max: 5, windowSeconds: 86_400 }

/**
 * Counts a sign-in before the transaction that opens the session; records and throws a refusal. `mayNotify` is true
 * while the user may still be notified of a new browser today.
 */
export async function countSignIn(
  { db, keyring, config }: { db: Db; keyring: Keyring; config: Pick<Config, 'limitsFactor'> },
  { userId, isKnownBrowser }: { userId: string; isKnownBrowser: boolean },
  recorded: Omit<Recorded, 'event'>,
): Promise<{ mayNotify: boolean }> {
  const subject = keyring.lastingMac('sign-ins', userId).toString('base64url')
  const signIns = { key: `sign-ins:${subject}`, ...signInsPerUser }
  // Notices count with the sign-in rather than on sending, so that parallel sign-ins cannot exceed the limit.
  const notices = {
    key: `new-device-notices:${subject}`,
    max: Number.MAX_SAFE_INTEGER,
    windowSeconds: newBrowserNoticesPerUser.windowSeconds,
  }
  const rules = isKnownBrowser ? [signIns] : [signIns, notices]
  const { counts } = await countAttempts(db, rules, config.limitsFactor).catch(async (error) => {
    await recordEvent(db, { event: 'sign-in-locked', ...recorded })
    throw error
  })
  const noticeCount = counts.get(notices.key) ?? 0
  return { mayNotify: noticeCount <= newBrowserNoticesPerUser.max * config.limitsFactor }
}
