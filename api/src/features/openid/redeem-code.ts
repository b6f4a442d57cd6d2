/** Opens the session of a client by a one-time code, for every grant that has one. */

import { type CodeDetails, openByCode } from '../../identity/sessions/open-by-code.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import type { Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import type { RegisteredClient } from './openid-clients.ts'

type Code<Mismatch> = {
  purpose: Purpose
  code: string
  client: RegisteredClient
  findMismatch(details: CodeDetails): Mismatch | null
  requestContext: RequestContext
}

type Opened = { session: OpenSession; details: CodeDetails }

/** Returns the session, or the reason of the refusal; null if the code is unknown or expired. A replay throws `invalid_grant`. */
export async function redeemCode<Mismatch extends string>(
  { db, outbox, accessTokens }: Services,
  { purpose, code, client, findMismatch, requestContext }: Code<Mismatch>,
): Promise<Opened | { mismatch: Mismatch | null }> {
  const { platform } = client
  const recorded = { requestContext, clientId: client.id, platform }
  const outcome = await db.transaction().execute((trx) =>
    openByCode(trx, outbox, {
      ...{ purpose, code, client, platform, requestContext, findMismatch },
      scopesOf: ({ scope }) => (scope ?? '').split(' ').filter(Boolean),
    }),
  )
  if (outcome.kind === 'opened') return outcome
  if (outcome.kind === 'refused') return outcome
  const { endedSessionId: sessionId } = outcome
  if (sessionId) accessTokens.forget(sessionId)
  await recordEvent(db, { event: 'code-replayed', ...recorded, sessionId })
  throw new OAuthError('invalid_grant', 'The code was used before. The session that it opened has ended')
}
