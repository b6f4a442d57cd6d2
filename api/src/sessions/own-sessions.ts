/** The list of a user's own sessions, and ending one of them. */
import type { Result } from '@foyer/contract/route'
import type { listSessions } from '@foyer/contract/sessions'
import type { Caller } from '../accounts/access-tokens.ts'
import { recordEvent } from '../accounts/audit.ts'
import { endSession } from '../accounts/end-session.ts'
import { findSession, listOpenSessions } from '../accounts/sessions.ts'
import type { From } from '../from.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'

export async function listOwnSessions(
  { db }: Services,
  { userId, sessionId }: Caller,
): Promise<Result<typeof listSessions>> {
  const sessions = await listOpenSessions(db, userId)
  return sessions.map(({ id, platform, deviceLabel, createdAt, lastSeenAt }) => ({
    id,
    platform,
    device: deviceLabel,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === sessionId,
  }))
}

/** Ends it with all that came of it; one that is over already is no fault. */
export async function endOwnSession(
  { db, accessTokens }: Services,
  sessionId: string,
  { userId, sessionId: endedBy }: Caller,
  from: From,
): Promise<undefined> {
  const found = await findSession(db, sessionId)
  if (!found?.isOwn || found.userId !== userId) throw new Failure('not-found')
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, { sessionId, reason: 'ended-by-owner' }))
  accessTokens.forget(sessionId)
  if (wasOpen)
    await recordEvent(db, { event: 'session-ended', from, userId, sessionId, details: { endedBy } })
  return undefined
}
