import type { Result } from '@foyer/contract/routes/route'
import type { refreshToken } from '@foyer/contract/routes/sessions'
import type { PlatformClient } from '../../identity/credentials/platform-clients.ts'
import { isStillAssured } from '../../identity/sessions/assurance.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import { issueTokens } from '../../identity/sessions/issue-tokens.ts'
import type { RefreshTokenContent } from '../../identity/sessions/refresh-token.ts'
import { type Refreshed, renewSession } from '../../identity/sessions/renew-session.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { countNotice } from '../../messages/notice-limit.ts'
import type { Services } from '../../services.ts'

type Presented = {
  /** The session and counter in the token; null for a token that this service did not sign. */
  content: RefreshTokenContent | null
  /** The authenticated platform client; undefined for a browser. */
  client: PlatformClient | undefined
  requestContext: RequestContext
}

/**
 * Issues new tokens for a refresh token. The use of a copied token ends its session. A platform's token without the credentials of its client is refused and stays valid.
 */
export async function refresh(
  services: Services,
  { content, client, requestContext }: Presented,
): Promise<Result<typeof refreshToken>> {
  if (!content) throw new Failure('session-ended')
  const clientId = client?.id ?? null
  const refreshed = await renewSession(services.db, services.outbox, { ...content, clientId })
  services.metrics.refreshes.inc({ result: refreshed.kind })
  if (refreshed.kind === 'repeated')
    await recordRefresh(services.db, {
      event: 'refresh-repeated',
      session: refreshed.session,
      requestContext,
    })
  if (refreshed.kind === 'refreshed' || refreshed.kind === 'repeated') {
    const { session } = refreshed
    if (await isStillAssured(services.db, services.config, session)) return issueTokens(services, session)
    await services.db
      .transaction()
      .execute((trx) => endSession(trx, services.outbox, { sessionId: session.id, reason: 'assurance' }))
    services.accessTokens.forget(session.id)
  }
  if (refreshed.kind === 'no-access') services.accessTokens.forget(refreshed.session.id)
  if (refreshed.kind === 'wrong-client')
    throw await wrongClient(services, refreshed, { clientId, requestContext })
  if (refreshed.kind === 'reused') await reportReuse(services, refreshed.session, requestContext)
  throw new Failure('session-ended')
}

/**
 * Refuses a genuine token from another caller than its client. The answer tells a caller without credentials that credentials
 * are missing; for any other caller the session does not exist (invalid_grant, RFC 6749 §5.2).
 */
async function wrongClient(
  { db }: Services,
  { session, isPlatforms }: Extract<Refreshed, { kind: 'wrong-client' }>,
  { clientId, requestContext }: { clientId: string | null; requestContext: RequestContext },
): Promise<Failure> {
  await recordRefresh(db, { event: 'refresh-refused', session, requestContext, clientId })
  return new Failure(isPlatforms && clientId === null ? 'client-unknown' : 'session-ended')
}

type RefreshEvent = {
  event: 'refresh-repeated' | 'refresh-refused' | 'refresh-reused'
  session: OpenSession
  requestContext: RequestContext
  /** The client that called, if it is not the client of the session. */
  clientId?: string | null
}

function recordRefresh(db: Db, { session: { id: sessionId, userId, platform }, ...event }: RefreshEvent) {
  return recordEvent(db, { ...event, userId, sessionId, platform })
}

async function reportReuse(
  services: Services,
  session: OpenSession,
  requestContext: RequestContext,
): Promise<void> {
  const { db, accessTokens, outbox } = services
  const { id: sessionId, userId, platform } = session
  accessTokens.forget(sessionId)
  await recordRefresh(db, { event: 'refresh-reused', session, requestContext })
  const user = await findUser(db, { id: userId })
  const template = 'session-ended-for-safety'
  if (!user?.email || !(await countNotice(services, { userId, template }))) return
  await outbox.queue(db, {
    template,
    channel: 'email',
    to: user.email,
    values: { firstName: greetingName(user, 'email'), platform },
  })
}
