/** Opens a session after authentication and notifies the user of a new browser. */
import type { Platform } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Db } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import type { Outbox, QueuedMessage } from '../../outbox/outbox.ts'
import type { RequestContext } from '../../request-context.ts'
import type { User } from '../users/find-user.ts'
import { greetingName } from '../users/user-names.ts'
import { findTimeZone } from './known-browsers.ts'
import { type ContinuedSession, openSession } from './open-session.ts'
import type { OpenSession } from './session-row.ts'

type NewSession = {
  person: User
  platform: Platform
  /** Authentication methods (RFC 8176). */
  amr: string[]
  requestContext: RequestContext
  browserId: Buffer
  /** The hash that the password matched, for a sign-in by password. */
  passwordHash?: string
  /** The session of a sister site that the new session continues. */
  continued?: ContinuedSession
  /** The provider of a social sign-in. */
  provider?: SocialProvider
  /** False once the user has been notified of too many new browsers today. */
  mayNotify: boolean
}

/**
 * Call it in a transaction unless the browser is known, so that session and notice are written together. Throws
 * `wrong-credentials` where the password was replaced since it was checked.
 */
export async function startSession(
  db: Db,
  outbox: Outbox,
  { person, mayNotify, ...newSession }: NewSession,
): Promise<OpenSession> {
  const opened = await openSession(db, outbox, { userId: person.id, ...newSession })
  if (!opened) throw new Failure('wrong-credentials')
  const { session, isNewBrowser } = opened
  if (isNewBrowser && mayNotify && person.email) {
    const timeZone = await findTimeZone(db, { userId: person.id, newBrowserId: newSession.browserId })
    const at = newSession.continued ? new Date() : session.authTime
    await outbox.queue(db, newBrowserNotice(person, person.email, { ...newSession, at, timeZone }))
  }
  return session
}

/** Returns the notice to a user who signed in with an unknown browser. */
export function newBrowserNotice(
  person: User,
  to: string,
  {
    platform,
    requestContext,
    at,
    timeZone,
  }: Pick<NewSession, 'platform' | 'requestContext'> & { at: Date; timeZone: string | null },
): QueuedMessage<'new-device'> {
  const firstName = greetingName(person, 'email')
  const values = { firstName, platform, device: requestContext.deviceLabel, at, timeZone }
  return { template: 'new-device', channel: 'email', to, values }
}
