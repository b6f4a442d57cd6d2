/** Signs a user in with a one-time code, stores the session and remembers the person. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { verifyOtp } from '@foyer/contract/routes/otp'
import type { Session } from '@foyer/contract/routes/sign-in'
import { queueSignIn } from '../../analytics/analytics.ts'
import { call } from '../../api/call.ts'
import type { Failure, Success } from '../../api/failure.ts'
import { rememberPerson } from '../../session/last-person.ts'
import { storeAuth } from '../../session/stored-auth.ts'
import { withSecondStep } from '../second-step/with-second-step.ts'

/** `shown` contains what the form shows of the user. */
export async function signInWithCode(
  platform: Platform,
  proof: { token: string; otp: string },
  shown: { identifier: string; picture: string | null },
  signal: AbortSignal,
): Promise<Success<Session> | Failure> {
  const query = { platform: `${platformRow(platform).product}-web` } as const
  const body = { universalToken: true, ...proof, platform } as const
  const verified = await call(verifyOtp, { query, body }, { signal })
  const answer = await withSecondStep(
    platform,
    verified.isSuccessful ? { ...verified, data: verified.data.universal } : verified,
    signal,
    { identifier: shown.identifier, method: 'otp' },
  )
  if (answer.isSuccessful && !signal.aborted) {
    storeAuth(answer.data)
    rememberPerson(answer.data, { ...shown, method: 'otp' })
    queueSignIn(answer.data, 'otp')
  }
  return answer
}
