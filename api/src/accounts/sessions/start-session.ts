/** What follows every proof of who somebody is: a session, and word to the person where the browser is a new one. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Db } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { RequestContext } from '../../request-context.ts'
import { greetingName } from '../users/person-names.ts'
import type { Person } from '../users/users.ts'
import { openSession } from './open-session.ts'
import type { OpenSession } from './session-row.ts'

type NewSession = {
  person: Person
  platform: Platform
  /** How they proved it (RFC 8176). */
  amr: string[]
  requestContext: RequestContext
  browserId: Buffer
  /** Where they proved it by a password: the one that was right. */
  passwordHash?: string
  /** Not told of too many new browsers today. */
  mayNotify: boolean
}

/**
 * In a transaction, unless the browser is known: the notice belongs to the session. Throws `wrong-credentials` where
 * the password is not theirs any more.
 */
export async function startSession(
  db: Db,
  outbox: Outbox,
  { person, mayNotify, ...newSession }: NewSession,
): Promise<OpenSession> {
  const opened = await openSession(db, { userId: person.id, ...newSession })
  if (!opened) throw new Failure('wrong-credentials')
  const { session, isAnotherBrowser } = opened
  if (isAnotherBrowser && mayNotify && person.email) {
    await outbox.queue(db, {
      template: 'new-device',
      channel: 'email',
      to: person.email,
      values: {
        firstName: greetingName(person, 'email'),
        platform: platformRow(newSession.platform).role,
        device: newSession.requestContext.deviceLabel,
        at: session.authTime,
      },
    })
  }
  return session
}
