/**
 * Signing in with a one-time code. A try is taken before anything is compared; a wrong code, somebody unknown, another
 * product and another device are refused in the same words at the same cost.
 */
import type { verifyOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { isCode, returnTry, takeTry } from '../accounts/one-time-tokens/otp-challenges.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { type GuessLadder, guessLadderOf, otpTryRules, takeRecordedGuess } from '../accounts/users/lockout.ts'
import { type Recorded, recordEvent } from '../audit.ts'
import { type Counted, countAttempts, forgiveGuesses, type Rule, returnGuess } from '../limits/rate-limit.ts'
import { countSignIn } from '../limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { countWrongCode, tryRules } from './otp-breaker.ts'
import { isSameFlow, otpFailure, productOf } from './otp-flow.ts'
import { type Outcome, redeemCode } from './redeem-code.ts'

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
  const who = { requestContext, userId, platform: platform ?? null }
  const ladder = await guessLadderOf(services, { subject, userId, browser })
  const rules = otpTryRules(ladder)
  const { counts } = await takeGuessAtCode(services, ladder, rules, who).catch(async (error) => {
    await returnTry(db, challenge.id)
    throw error
  })

  const product = productOf(query)
  const isRight =
    isCode(keyring, challenge.codeMac, { token, code }) && isSameFlow(challenge, { product, requestContext })
  const forgive = () => forgiveGuesses(db, ladder.key, [...counted, ...rules.map((rule) => rule.key)])
  let outcome: Outcome = { kind: 'refused' }
  if (isRight && userId) {
    const { isKnownBrowser } = ladder
    const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, who).catch(
      async (error) => {
        await forgive()
        await returnTry(db, challenge.id)
        throw error
      },
    )
    const asked = { product: challenge.product ?? product, platform }
    outcome = await redeemCode(services, challenge, {
      asked,
      requestContext,
      browser,
      isKnownBrowser,
      mayNotify,
    })
  }
  if (outcome.kind === 'refused') {
    metrics.otpCodes.inc({ channel: challenge.channel, result: 'wrong' })
    await countWrongCode(services, { counts, factor: config.limitsFactor, warn })
    await recordEvent(db, { event: 'otp-refused', ...who })
    throw otpFailure('otp-wrong')
  }
  await forgive()
  if (outcome.kind === 'spent') throw otpFailure('otp-expired')
  metrics.otpCodes.inc({ channel: challenge.channel, result: 'right' })
  for (const id of outcome.endedSessions) accessTokens.forget(id)
  const universal = await issueSession(services, outcome.session, outcome.person)
  return { universal, user: universal.user }
}

/** The ladder first: while it holds, nothing else is counted. */
async function takeGuessAtCode(
  { db, config }: Services,
  ladder: GuessLadder,
  rules: readonly Rule[],
  who: Omit<Recorded, 'event'>,
): Promise<Counted> {
  await takeRecordedGuess(db, ladder, who)
  try {
    return await countAttempts(db, [...rules, ...tryRules], config.limitsFactor)
  } catch (error) {
    await returnGuess(db, ladder.key)
    await recordEvent(db, { event: 'sign-in-locked', ...who })
    throw error
  }
}
