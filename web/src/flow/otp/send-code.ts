/** Requests one-time codes: the first code of a challenge, and further codes after the resend wait. */
import type { Channel } from '@foyer/contract/contact'
import type { Product } from '@foyer/contract/platforms'
import { sendOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { call } from '../../api/call.ts'
import type { Failure } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { type Challenge, challengeIn } from './challenge.ts'

/** The request for the first code of a challenge. */
export type FirstCode = NonNullable<Call<typeof sendOtp>['body']> & { medium: Channel }

/** A refusal contains `challenge` if the service named a challenge. */
type SentCode =
  | { isSent: true; challenge: Challenge }
  | { isSent: false; failure: Failure; challenge: Challenge | null }

/**
 * Requests a code. During the resend wait the previous code stays valid and the service would refuse, so nothing is sent.
 * Returns null once `signal` is aborted.
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
  // The challenge has expired, so the request starts a new challenge.
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
