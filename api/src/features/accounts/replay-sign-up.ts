/** Answers a repeated sign-up or social sign-in with the current state of its session, if the session is still open. */
import type { Session } from '@foyer/contract/routes/sign-in'
import { moveToBrowserSession } from '../../identity/sessions/browser-sessions.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { rememberBrowser, rememberKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { findOpenSession, moveToBrowser } from '../../identity/sessions/sessions.ts'
import { findActiveMember } from '../../identity/users/account-status.ts'
import { lockContacts } from '../../identity/users/users.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import type { Services } from '../../services.ts'
import { emailTaken } from './open-account.ts'

export async function replaySignUp(
  services: Services,
  sessionId: string,
  { browser, requestContext }: Pick<Circumstances, 'browser' | 'requestContext'>,
  /** The answer for a session that has ended. */
  ended: () => Failure = emailTaken,
): Promise<Session> {
  const { db } = services
  const { session, user } = await db.transaction().execute(async (trx) => {
    const before = await findOpenSession(trx, sessionId)
    const user = before && (await findActiveMember(trx, before))
    if (!user) throw ended()
    // A concurrent password reset deletes all known browsers. The lock makes the reset wait and delete this browser too.
    await lockContacts(trx, user.id)
    // The browser did not get the first answer with its cookie, so it gets a new value.
    const browserId = await rememberBrowser(trx, browser, user.id)
    const { timeZone } = requestContext
    if (!browser.isShared) await rememberKnownBrowser(trx, { browserId, userId: user.id, timeZone })
    await moveToBrowser(trx, { sessionId, browserId })
    await moveToBrowserSession(trx, browser, sessionId)
    // The owner of the address may have proven it before the lock, which ends the session. The error rolls back the rows above.
    const session = await findOpenSession(trx, sessionId)
    if (!session) throw ended()
    return { session, user }
  })
  return issueSession(services, session, user)
}
