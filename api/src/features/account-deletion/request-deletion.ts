/** Closes the account of a user who asks for its deletion, and tells later whether a sign-in has cancelled the deletion. */
import type { getDeletion, requestDeletion } from '@foyer/contract/routes/account-deletion'
import type { Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findDeletion, insertDeletion } from '../../identity/sessions/account-deletions.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { lockUser } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { queueDeletionNotice, writeDeletionNotice } from './deletion-notices.ts'

export async function closeOwnAccount(
  services: Services,
  { caller, requestContext, warn }: RequestTo<typeof requestDeletion>,
): Promise<Result<typeof requestDeletion>> {
  const { db, outbox, accessTokens } = services
  const { userId, platform, sessionId } = caller
  const { dueAt, ended } = await db.transaction().execute(async (trx) => {
    // A sign-in waits here, and its session cancels the deletion.
    await lockUser(trx, userId)
    // Meanwhile the owner of the account may have ended the session of an attacker.
    if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
    const ended = await endAllSessions(trx, outbox, { userId, reason: 'deletion-requested' })
    const dueAt = await insertDeletion(trx, { userId, platform })
    const deletion = { userId, platform, dueAt }
    const device = requestContext.deviceLabel
    const notice = await writeDeletionNotice(services, trx, 'deletion-requested', deletion, device)
    await queueDeletionNotice(services, trx, notice, warn)
    const details = { endedSessions: ended.length }
    await recordEvent(trx, {
      event: 'deletion-requested',
      requestContext,
      userId,
      sessionId,
      platform,
      details,
    })
    return { dueAt, ended }
  })
  for (const id of ended) accessTokens.forget(id)
  return { dueAt: dueAt.toISOString() }
}

/** The caller has a session, so any request of theirs is cancelled. */
export async function readKeptAccount(
  { db }: Services,
  { userId }: Caller,
): Promise<Result<typeof getDeletion>> {
  const deletion = await findDeletion(db, userId)
  return { requestedAt: deletion?.requestedAt.toISOString() ?? null }
}
