/** A sign-up that came a second time: its session as it is now, where that still goes on. */
import type { Session } from '@foyer/contract/routes/sign-in'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { rememberBrowser, rememberDevice } from '../accounts/sessions/known-browsers.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { findOpenSession, moveToBrowser } from '../accounts/sessions/sessions.ts'
import { findActiveMember } from '../accounts/users/account-status.ts'
import { lockContacts, type Person } from '../accounts/users/users.ts'
import type { Db } from '../db/connect.ts'
import type { Browser } from '../request-context.ts'
import type { Services } from '../services.ts'
import { emailTaken } from './create-account.ts'

export async function answerAgain(
  services: Services,
  sessionId: string,
  { browser }: { browser: Browser },
): Promise<Session> {
  const { db } = services
  const { session, person } = await db.transaction().execute(async (trx) => {
    const person = await personOf(trx, await findOpenSession(trx, sessionId))
    // Whoever resets the password forgets its browsers, and must see this one.
    await lockContacts(trx, person.id)
    // The first answer's cookie was lost with it.
    const browserId = await rememberBrowser(trx, browser, person.id)
    await rememberDevice(trx, { browserId, userId: person.id })
    await moveToBrowser(trx, { sessionId, browserId })
    // Meanwhile the owner of the address may have proven it, which ends the session: then nothing is remembered.
    const session = await findOpenSession(trx, sessionId)
    if (!session) throw emailTaken()
    return { session, person }
  })
  return issueSession(services, session, person)
}

async function personOf(trx: Db, session: OpenSession | null): Promise<Person> {
  const person = session && (await findActiveMember(trx, session))
  if (!person) throw emailTaken()
  return person
}
