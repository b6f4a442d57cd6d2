/** Requests one-time codes: the first of a challenge, and the next ones once their wait is over. */
import type { Channel } from '@foyer/contract/contact'
import type { Product } from '@foyer/contract/platforms'
import { sendOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { call } from '../../api/call.ts'
import type { Failure } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { type Challenge, challengeIn } from './challenge.ts'

/** Asks for the first code of a challenge. */
export type FirstCode = NonNullable<Call<typeof sendOtp>['body']> & { medium: Channel }

/** `challenge` of a refusal is set if the refusal names one. */
type SentCode =
  | { isSent: true; challenge: Challenge }
  | { isSent: false; failure: Failure; challenge: Challenge | null }

/**
 * During the wait the code sent before stays valid, and the service would
 * refuse to send another. Returns null once `signal` is aborted.
 */
export async function sendCode(
  product: Product,
  first: FirstCode,
  challenge: Challenge | null,
  signal: AbortSignal,
): Promise<SentCode | null> {
  if (challenge && challenge.resendAtMs > Date.now()) {
    return { isSent: true, challenge: { ...challenge, isNew: false } }
  }
  const query = { platform: `${product}-web` } as const
  const body = challenge ? { token: challenge.token } : first
  let answer = await call(sendOtp, { query, body }, { signal })
  // The challenge has ended: start a new one.
  if (challenge && !answer.isSuccessful && answer.errors.code === 'otp-expired') {
    answer = await call(sendOtp, { query, body: first }, { signal })
  }
  if (signal.aborted) return null
  if (!answer.isSuccessful) {
    return { isSent: false, failure: answer, challenge: challengeIn(answer, challenge) }
  }
  const { token, resendAt } = answer.data
  return { isSent: true, challenge: { token, resendAtMs: toBrowserTime(resendAt), isNew: true } }
}
