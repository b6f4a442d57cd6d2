import { type Failure, fieldSentence } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'

/** The service's OTP challenge. `resendAtMs`: when the user may request another code, by this browser's clock. */
export type Challenge = { token: string; resendAtMs: number; isNew: boolean }

/** Returns the challenge in a refusal, whose fields `token` and `resendAt` update the timer (product 8). */
export function challengeIn(failure: Failure, before: Challenge | null): Challenge | null {
  const token = fieldSentence(failure, 'token') ?? before?.token
  const resendAtMs = toBrowserTime(fieldSentence(failure, 'resendAt') ?? '')
  return token && !Number.isNaN(resendAtMs) ? { token, resendAtMs, isNew: false } : null
}
