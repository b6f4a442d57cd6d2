/** A sign-up that came a second time: its session as it is now, where that still goes on. */
import type { Session } from '@foyer/contract/sign-in'
import { issueSession } from '../accounts/issue-session.ts'
import { rememberDevice } from '../accounts/known-devices.ts'
import { findOpenSession } from '../accounts/sessions.ts'
import { personInGoodStanding } from '../accounts/standing.ts'
import type { Browser } from '../http/browser-cookie.ts'
import type { Services } from '../services.ts'
import { emailTaken } from './create-account.ts'

export async function answerAgain(
  services: Services,
  sessionId: string,
  { browser }: { browser: Browser },
): Promise<Session> {
  const { db } = services
  const session = await findOpenSession(db, sessionId)
  const person = session && (await personInGoodStanding(db, session))
  if (!session || !person) throw emailTaken()
  // The first answer's cookie was lost with it.
  await rememberDevice(db, { browserId: browser.remember(), userId: person.id })
  return issueSession(services, session, person)
}
