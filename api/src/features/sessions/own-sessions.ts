/** Lists the sessions of the caller, and ends the current or another one of them. */
import type { Result } from '@foyer/contract/routes/route'
import type { listSessions } from '@foyer/contract/routes/sessions'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import { findSession, listOpenSessions } from '../../identity/sessions/sessions.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

export async function listOwnSessions(
  { db }: Services,
  { userId, sessionId }: Caller,
): Promise<Result<typeof listSessions>> {
  const sessions = await listOpenSessions(db, userId)
  return sessions.map(({ id, platform, deviceLabel, createdAt, lastSeenAt, browserSessionId }) => ({
    id,
    platform,
    device: deviceLabel,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === sessionId,
    browser: browserSessionId,
  }))
}

/** Ends the caller's session and its platform sessions; also succeeds for a session that has ended. */
export async function logOut(
  { db, accessTokens, outbox }: Services,
  caller: Caller,
  requestContext: RequestContext,
): Promise<undefined> {
  const { sessionId, userId, platform } = caller
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, outbox, { sessionId, reason: 'signed-out' }))
  accessTokens.forget(sessionId)
  if (wasOpen) await recordEvent(db, { event: 'sign-out', requestContext, userId, sessionId, platform })
  return undefined
}

/** Ends a session and its platform sessions; also succeeds for a session that has ended. */
export async function endOwnSession(
  { db, accessTokens, outbox }: Services,
  sessionId: string,
  { userId, sessionId: endedBy }: Caller,
  requestContext: RequestContext,
): Promise<undefined> {
  const found = await findSession(db, sessionId)
  if (!found?.isOwn || found.userId !== userId) throw new Failure('not-found')
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, outbox, { sessionId, reason: 'ended-by-owner' }))
  accessTokens.forget(sessionId)
  if (wasOpen)
    await recordEvent(db, { event: 'session-ended', requestContext, userId, sessionId, details: { endedBy } })
  return undefined
}
