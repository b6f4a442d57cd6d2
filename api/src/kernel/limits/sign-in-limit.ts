/** Limits the successful sign-ins of one user, which the lockout does not count. */
import { type Recorded, recordEvent } from '../audit.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { type Counted, countAttempts, type Rule } from './rate-limit.ts'
import type { Window } from './request-limits.ts'

const signInsPerUser: Window = { max: 30, windowSeconds: 600 }
/** Limits the notices about sign-ins in a new browser. */
const newBrowserNoticesPerUser: Window = { max: 5, windowSeconds: 86_400 }

type Services = { keyring: Keyring; config: Pick<Config, 'limitsFactor'> }
type SignIn = { userId: string; isKnownBrowser: boolean }

export type SignInLimit = {
  rules: readonly Rule[]
  /** Returns whether the counts of the rules allow a notice of a new browser: some a day, and none in a known browser. */
  allowsNotice(counts: Counted['counts']): boolean
}

/** Returns the rules that count a sign-in. Count before the transaction that opens the session. */
export function signInLimitOf(
  { keyring, config }: Services,
  { userId, isKnownBrowser }: SignIn,
): SignInLimit {
  const subject = keyring.lastingMac('sign-ins', userId).toString('base64url')
  const signIns = { key: `sign-ins:${subject}`, ...signInsPerUser }
  // Notices are counted with the sign-in instead of when they are sent, so that parallel sign-ins cannot exceed the
  // limit.
  const notices = {
    key: `new-device-notices:${subject}`,
    max: Number.MAX_SAFE_INTEGER,
    windowSeconds: newBrowserNoticesPerUser.windowSeconds,
  }
  return {
    rules: isKnownBrowser ? [signIns] : [signIns, notices],
    allowsNotice: (counts) =>
      !isKnownBrowser && (counts.get(notices.key) ?? 0) <= newBrowserNoticesPerUser.max * config.limitsFactor,
  }
}

/** Counts a sign-in; records and throws a refusal. Returns whether the user may be notified of a new browser. */
export async function countSignIn(
  { db, ...services }: Services & { db: Db },
  signIn: SignIn,
  recorded: Omit<Recorded, 'event'>,
): Promise<{ mayNotify: boolean }> {
  const { rules, allowsNotice } = signInLimitOf(services, signIn)
  const { counts } = await countAttempts(db, rules, services.config.limitsFactor).catch(async (error) => {
    const details = { ...recorded.details, cause: 'sign-in-limit' }
    await recordEvent(db, { event: 'sign-in-locked', ...recorded, details })
    throw error
  })
  return { mayNotify: allowsNotice(counts) }
}
