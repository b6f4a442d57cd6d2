import type { Caller } from '../accounts/access-tokens.ts'
import { recordEvent } from '../accounts/audit.ts'
import { endSession } from '../accounts/end-session.ts'
import type { From } from '../from.ts'
import type { Services } from '../services.ts'

/** Ends the caller's session and the ones it handed to platforms; a session already over is no fault. */
export async function signOut(
  { db, accessTokens }: Services,
  caller: Caller,
  from: From,
): Promise<undefined> {
  const { sessionId, userId, platform } = caller
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, { sessionId, reason: 'signed-out' }))
  accessTokens.forget(sessionId)
  if (wasOpen) await recordEvent(db, { event: 'sign-out', from, userId, sessionId, platform })
  return undefined
}
