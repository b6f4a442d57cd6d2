/** Sign-ins that succeed, which no ladder holds: what one person's right password or code may be used for. */
import { newDeviceNoticesPerPerson, signInsPerPerson } from '@foyer/contract/limits'
import { type Recorded, recordEvent } from '../audit.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { countAttempts } from './rate-limit.ts'

/**
 * Counts one, before the transaction that opens the session; a refusal is recorded and thrown. Answers whether the
 * person would still be told of a new browser today.
 */
export async function countSignIn(
  { db, keyring, config }: { db: Db; keyring: Keyring; config: Pick<Config, 'limitsFactor'> },
  { userId, isKnownBrowser }: { userId: string; isKnownBrowser: boolean },
  who: Omit<Recorded, 'event'>,
): Promise<{ mayNotify: boolean }> {
  const subject = keyring.lastingMac('sign-ins', userId).toString('base64url')
  const signIns = { key: `sign-ins:${subject}`, ...signInsPerPerson }
  // Counted with the sign-in, not with the notice: so many at once cannot outrun it.
  const notices = {
    key: `new-device-notices:${subject}`,
    max: Number.MAX_SAFE_INTEGER,
    windowSeconds: newDeviceNoticesPerPerson.windowSeconds,
  }
  const rules = isKnownBrowser ? [signIns] : [signIns, notices]
  const { counts } = await countAttempts(db, rules, config.limitsFactor).catch(async (error) => {
    await recordEvent(db, { event: 'sign-in-locked', ...who })
    throw error
  })
  const noticeCount = counts.get(notices.key) ?? 0
  return { mayNotify: noticeCount <= newDeviceNoticesPerPerson.max * config.limitsFactor }
}
