/**
 * Stores the session of a new account, and records the origin of the sign-up once for each email. A failure to record the
 * origin never stops the user (product 4, 8).
 */

import type { Session } from '@foyer/contract/routes/sign-in'
import { putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { queueSignUp } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import { rememberPerson, type SignInMethod } from './last-person.ts'
import { storeAuth } from './stored-auth.ts'

/** `source` is the origin of the sign-up. `shown` contains what the form shows of the user. */
export function completeSignUp(
  session: Session,
  source: string,
  shown: { identifier: string; method: SignInMethod },
): void {
  storeAuth(session)
  rememberPerson(session, shown)
  queueSignUp(session)
  track(session, source)
}

/** Records the origin. The request completes even after the page is left, and the service keeps an existing record. */
async function track({ accessToken, user }: Session, source: string): Promise<void> {
  const { email, fullName, uuid } = user
  if (!email) return
  const data = { email, name: fullName, uuid, source }
  const given = { params: { email }, body: { data } }
  const answer = await call(putSignupTracking, given, { accessToken, keepalive: true })
  if (!answer.isSuccessful) warn(answer.statusCode)
  else if (!answer.data.isCreated) console.info('This sign-up is tracked already')
}

function warn(status: number | null): void {
  console.warn('This sign-up could not be tracked', status)
}
