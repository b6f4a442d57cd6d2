import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

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
