/** Signs a user in with a one-time code, stores the session and remembers the person. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { queueSignIn } from '../analytics/analytics.ts'
import { type Answer, call } from '../api/call.ts'
import { rememberPerson } from './last-person.ts'
import { storeAuth } from './stored-auth.ts'

/** `shown` contains what the form shows of the user. */
export async function signInWithCode(
  platform: Platform,
  proof: { token: string; otp: string },
  shown: { identifier: string; picture: string | null },
  signal: AbortSignal,
): Promise<Answer<typeof verifyOtp>> {
  const query = { platform: `${platformRow(platform).product}-web` } as const
  const body = { universalToken: true, ...proof, platform } as const
  const answer = await call(verifyOtp, { query, body }, { signal })
  if (answer.isSuccessful && !signal.aborted) {
    const { universal } = answer.data
    storeAuth(universal)
    rememberPerson(universal, { ...shown, method: 'otp' })
    queueSignIn(universal, 'otp')
  }
  return answer
}
