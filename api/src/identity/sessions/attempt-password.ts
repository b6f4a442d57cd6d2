/**
 * Checks passwords under the lockout that they share with one-time codes (kernel/limits/lockout.ts): the attempt is counted
 * before the comparison, and a right password clears the lockout.
 */

import { wrongPasswordSentence } from '@foyer/contract/errors'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { attempt } from '../../kernel/limits/lockout.ts'
import type { SignInLimit } from '../../kernel/limits/sign-in-limit.ts'
import { lockoutKey } from '../../kernel/limits/user-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { comparePassword } from '../credentials/credentials.ts'
import type { Hasher } from '../credentials/password-hashing.ts'
import { findUserWith, type User } from '../users/find-user.ts'
import type { Caller } from './access-tokens.ts'
import type { IdentifiedUser } from './identify-user.ts'
import { findKnownBrowser } from './known-browsers.ts'

type Services = { db: Db; keyring: Keyring; hasher: Hasher; config: Pick<Config, 'limitsFactor'> }

type PasswordAttempt = IdentifiedUser & {
  password: string
  /** The user's id of the requesting browser; null for a browser in which the user has not signed in. */
  knownBrowser: Buffer | null
  /** Counters of failures that counted this request already; a right password subtracts the request from them. */
  counted: readonly string[]
  recorded: Omit<Recorded, 'event'>
  /** The limit that counts a right password as a sign-in. */
  limit?: SignInLimit | undefined
}

type CheckedPassword =
  | { kind: 'right'; user: User; passwordHash: string; mayNotify: boolean }
  /** The cause is for the audit trail; no answer may disclose it. */
  | { kind: 'wrong'; cause: 'not-found' | 'disabled' | 'wrong-password' }

/** Returns the refusal of a password that a form asks for at its field. */
export function wrongPassword(): Failure {
  return new Failure('wrong-credentials', {
    detail: wrongPasswordSentence,
    fields: { password: wrongPasswordSentence },
  })
}

/**
 * Checks a password. An unknown user, a disabled account and a wrong password cost the same and count the same. Calls
 * `onCompared` after the comparison.
 */
export async function attemptPassword(
  { db, keyring, hasher, config }: Services,
  { user, subject, passwordHash, password, knownBrowser, counted, recorded, limit }: PasswordAttempt,
  onCompared: () => void = () => {},
): Promise<CheckedPassword> {
  const key = lockoutKey(keyring, subject, knownBrowser)
  const successes = limit?.rules ?? []
  const hash = user?.isDisabled ? null : passwordHash
  const passed = await attempt(db, { key, counted, recorded, successes, factor: config.limitsFactor }, () =>
    comparePassword(db, hasher, { hash, password }).finally(onCompared),
  )
  if (!user) return { kind: 'wrong', cause: 'not-found' }
  if (!passed) return { kind: 'wrong', cause: user.isDisabled ? 'disabled' : 'wrong-password' }
  const mayNotify = limit?.allowsNotice(passed.counts) ?? false
  return { kind: 'right', user, passwordHash: passed.checked, mayNotify }
}

type OwnAttempt = {
  caller: Caller
  requestContext: RequestContext
  browser: Browser
} & Partial<Pick<PasswordAttempt, 'counted' | 'limit'>>

/**
 * Checks the password that a signed-in user types again, before a change that an attacker would make first. Returns the
 * stored hash; null for a wrong password, and for a user without a password.
 */
export async function checkOwnPassword(
  services: Services,
  password: string,
  { caller, requestContext, browser, counted = [], limit }: OwnAttempt,
): Promise<string | null> {
  const { db } = services
  const { userId, sessionId, platform } = caller
  const recorded = { requestContext, userId, sessionId, platform }
  const found = await findUserWith(db, { id: userId })
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  const checked = await attemptPassword(services, {
    user: found?.user,
    subject: userId,
    passwordHash: found?.passwordHash ?? null,
    ...{ password, knownBrowser, counted, recorded, limit },
  })
  if (checked.kind === 'right') return checked.passwordHash
  await recordEvent(db, { event: 'password-refused', ...recorded })
  return null
}
