/**
 * Stores the session of a new account, and records where the sign-up came from, once for each email. A failure to record it
 * never stops the user (Spec 4, 8).
 */
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import type { Session } from '@foyer/contract/routes/sign-in'
import { queueSignUp } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import { rememberPerson, type SignInMethod } from './last-person.ts'
import { storeAuth } from './stored-auth.ts'

/** The longest time that the handover waits for the record. */
const waitMs = 1_000

let sent: Promise<void> = Promise.resolve()

/** `source` names where the user came from, `shown` is what the form shows of the user. */
export function completeSignUp(
  session: Session,
  source: string,
  shown: { identifier: string; method: SignInMethod },
): void {
  storeAuth(session)
  rememberPerson(session, shown)
  queueSignUp(session)
  sent = track(session, source)
}

/** Waits until the request for the record is sent; it continues after the page is left. */
export async function untilTracked(): Promise<void> {
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, waitMs))])
}

async function track({ accessToken, user }: Session, source: string): Promise<void> {
  const { email, fullName, uuid } = user
  if (!email) return
  const options = { accessToken, keepalive: true }
  const params = { email }
  const found = await call(getSignupTracking, { params }, options)
  if (!found.isSuccessful) return warn(found.statusCode)
  if (found.data) return console.info('This sign-up is tracked already')
  const data = { email, name: fullName, uuid, source }
  call(putSignupTracking, { params, body: { data } }, options).then((answer) => {
    if (!answer.isSuccessful) warn(answer.statusCode)
  })
}

/** Logs a failure, which is never shown (Spec 8). */
function warn(status: number | null): void {
  console.warn('This sign-up could not be tracked', status)
}
