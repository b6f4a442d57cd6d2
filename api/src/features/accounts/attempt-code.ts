/**
 * Checks a one-time code under every limit. An attempt is counted before the code is compared. A wrong code, an unknown
 * user, another product and another device are refused with the same message at the same cost.
 */

import type { Platform, Product } from '@foyer/contract/platforms'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { countWrongCode, tryRules } from '../../identity/tokens/otp-breaker.ts'
import {
  type Challenge,
  countTry,
  isCode,
  type OtpPurpose,
  uncountTry,
} from '../../identity/tokens/otp-challenges.ts'
import { isSameProductAndDevice, otpFailure } from '../../identity/tokens/otp-checks.ts'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import type { Counter } from '../../kernel/limits/counters.ts'
import { attempt } from '../../kernel/limits/lockout.ts'
import { type Counted, decide, type Rule } from '../../kernel/limits/rate-limit.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import { lockoutKey, otpTryRules } from '../../kernel/limits/user-limits.ts'
import type { Services } from '../../services.ts'

type Attempted = Pick<Circumstances, 'requestContext' | 'browser' | 'counted' | 'warn'> & {
  purpose: OtpPurpose
  token: string
  code: string
  product: Product | null
  platform: Platform | undefined
  /** The session in which the user types the code; undefined for a sign-in. */
  sessionId?: string
}

/** A challenge with a right code. `mayNotify` is false once the user got too many notices of new browsers today. */
export type RightCode = { challenge: Challenge; isKnownBrowser: boolean; mayNotify: boolean }

/** A concurrent request has used the same code. */
export type AlreadyUsed = { kind: 'already-used' }
export const alreadyUsed: AlreadyUsed = { kind: 'already-used' }

/** The code was right and is used up, but the user may not use it here. */
export type Refused = { kind: 'refused'; error: Failure }

/**
 * Calls `use` for a right code. `use` returns null for a user who may not use the code here; the attempt then counts and is
 * refused like a wrong code. An attempt in which `use` throws does not count.
 */
export async function attemptCode<Opened extends { kind: 'opened' }>(
  services: Services,
  attempted: Attempted,
  use: (right: RightCode) => Promise<Opened | AlreadyUsed | Refused | null>,
): Promise<Opened> {
  const { db, keyring, config, metrics } = services
  const { purpose, token, code, product, platform, sessionId, requestContext, browser, counted, warn } =
    attempted
  const challenge = await countTry(db, { purpose, token })
  if (!challenge) throw otpFailure('otp-expired')

  const { subject, userId } = challenge
  const recorded = { requestContext, userId, platform: platform ?? null, sessionId: sessionId ?? null }
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  const isKnownBrowser = knownBrowser !== null
  const key = lockoutKey(keyring, subject, knownBrowser)
  const rules = otpTryRules(key)
  const failuresOnly = [...counted, ...rules.map((rule) => rule.key)]
  let counts: Counted['counts'] = new Map()
  let cause: 'not-found' | 'wrong-code' | 'not-allowed' = userId ? 'wrong-code' : 'not-found'
  const tries = [...rules, ...tryRules]
  const passed = await attempt(db, { key, counted: failuresOnly, recorded, tries }, async (counters) => {
    counts = await decideTries(services, { tries, counters, recorded })
    const isRight =
      isCode(keyring, challenge.codeMac, { token, code }) &&
      isSameProductAndDevice(challenge, { product, requestContext })
    if (!isRight || !userId) return null
    cause = 'not-allowed'
    const limit = await countSignIn(services, { userId, isKnownBrowser }, recorded).catch(limited)
    if ('kind' in limit) return limit
    return use({ challenge, isKnownBrowser, mayNotify: limit.mayNotify })
  }).catch(async (error) => {
    await uncountTry(db, challenge.id)
    throw error
  })
  if (!passed) {
    metrics.otpCodes.inc({ channel: challenge.channel, result: 'wrong' })
    await countWrongCode(services, { counts, factor: config.limitsFactor, warn })
    await recordEvent(db, { event: 'otp-refused', ...recorded, details: { cause } })
    throw otpFailure('otp-wrong')
  }
  const outcome = passed.checked
  if (outcome.kind === 'limited') {
    await uncountTry(db, challenge.id)
    throw outcome.error
  }
  if (outcome.kind === 'already-used') throw otpFailure('otp-expired')
  metrics.otpCodes.inc({ channel: challenge.channel, result: 'right' })
  if (outcome.kind === 'refused') throw outcome.error
  return outcome
}

type OwnCode = Pick<Attempted, 'requestContext' | 'browser' | 'counted' | 'warn'> & { caller: Caller }

/** Attempts a code in the session of its user. A code of another user is refused like a wrong one. */
export function attemptOwnCode<Opened extends { kind: 'opened' }>(
  services: Services,
  { caller, requestContext, browser, counted, warn }: OwnCode,
  attempted: Pick<Attempted, 'purpose' | 'token' | 'code'>,
  use: (challenge: Challenge) => Promise<Opened | AlreadyUsed | Refused | null>,
): Promise<Opened> {
  const { userId, platform, sessionId } = caller
  return attemptCode(
    services,
    { ...attempted, product: null, platform, sessionId, requestContext, browser, counted, warn },
    async ({ challenge }) => (challenge.userId === userId ? use(challenge) : null),
  )
}

/** Wraps the error of the sign-in limit, so that the right code clears the lockout before the error is thrown. */
function limited(error: unknown): { kind: 'limited'; error: unknown } {
  return { kind: 'limited', error }
}

async function decideTries(
  { db, config }: Services,
  {
    tries,
    counters,
    recorded,
  }: { tries: readonly Rule[]; counters: readonly Counter[]; recorded: Omit<Recorded, 'event'> },
): Promise<Counted['counts']> {
  try {
    return decide(tries, counters, config.limitsFactor).counts
  } catch (error) {
    await recordEvent(db, { event: 'sign-in-locked', ...recorded, details: { cause: 'code-limit' } })
    throw error
  }
}
