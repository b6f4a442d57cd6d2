/**
 * Verifies a one-time code and opens a session. An attempt is counted before the code is compared. A wrong code, an
 * unknown user, another product and another device are refused with the same message at the same cost.
 */
import type { verifyOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { isCode, returnTry, takeTry } from '../accounts/one-time-tokens/otp-challenges.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { findUserLockout } from '../accounts/users/find-user-lockout.ts'
import { type Recorded, recordEvent } from '../audit.ts'
import { otpTryRules } from '../limits/attempt-keys.ts'
import { attempt } from '../limits/lockout.ts'
import { type Counted, countAttempts, type Rule } from '../limits/rate-limit.ts'
import { countSignIn } from '../limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { countWrongCode, tryRules } from './otp-breaker.ts'
import { isSameFlow, otpFailure, productOf } from './otp-flow.ts'
import { redeemCode } from './redeem-code.ts'

type Request = Given<typeof verifyOtp> & {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  warn(message: string, details: Record<string, number>): void
}

export async function verifyCode(
  services: Services,
  { body, query, requestContext, browser, counted, warn }: Request,
): Promise<Result<typeof verifyOtp>> {
  const { db, keyring, config, accessTokens, metrics } = services
  const { token, otp: code, platform } = body
  const challenge = await takeTry(db, 'login', token)
  if (!challenge) throw otpFailure('otp-expired')

  const { subject, userId } = challenge
  const recorded = { requestContext, userId, platform: platform ?? null }
  const { key, isKnownBrowser } = await findUserLockout(services, { subject, userId, browser })
  const rules = otpTryRules(key)
  const failuresOnly = [...counted, ...rules.map((rule) => rule.key)]
  let counts: Counted['counts'] = new Map()
  const outcome = await attempt(db, { key, counted: failuresOnly, recorded }, async () => {
    counts = await countTries(services, rules, recorded)
    const product = productOf(query)
    const isRight =
      isCode(keyring, challenge.codeMac, { token, code }) &&
      isSameFlow(challenge, { product, requestContext })
    if (!isRight || !userId) return null
    const limit = await countSignIn(services, { userId, isKnownBrowser }, recorded).catch(limited)
    if ('kind' in limit) return limit
    const requested = { product: challenge.product ?? product, platform }
    const redemption = { requested, requestContext, browser, isKnownBrowser, mayNotify: limit.mayNotify }
    return redeemCode(services, challenge, redemption)
  }).catch(async (error) => {
    await returnTry(db, challenge.id)
    throw error
  })
  if (outcome === null) {
    metrics.otpCodes.inc({ channel: challenge.channel, result: 'wrong' })
    await countWrongCode(services, { counts, factor: config.limitsFactor, warn })
    await recordEvent(db, { event: 'otp-refused', ...recorded })
    throw otpFailure('otp-wrong')
  }
  if (outcome.kind === 'limited') {
    await returnTry(db, challenge.id)
    throw outcome.error
  }
  if (outcome.kind === 'spent') throw otpFailure('otp-expired')
  metrics.otpCodes.inc({ channel: challenge.channel, result: 'right' })
  for (const id of outcome.endedSessions) accessTokens.forget(id)
  const universal = await issueSession(services, outcome.session, outcome.person)
  return { universal, user: universal.user }
}

/** Wraps the error of the sign-in limit: the code is right, so the lockout is cleared before the error is thrown. */
function limited(error: unknown): { kind: 'limited'; error: unknown } {
  return { kind: 'limited', error }
}

async function countTries(
  { db, config }: Services,
  rules: readonly Rule[],
  recorded: Omit<Recorded, 'event'>,
): Promise<Counted['counts']> {
  try {
    const { counts } = await countAttempts(db, [...rules, ...tryRules], config.limitsFactor)
    return counts
  } catch (error) {
    await recordEvent(db, { event: 'sign-in-locked', ...recorded })
    throw error
  }
}
