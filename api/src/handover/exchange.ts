/** Redeems a one-time code and opens a child session for the platform's server. */
import type { exchangeCode } from '@foyer/contract/routes/handover'
import type { Result } from '@foyer/contract/routes/route'
import type { PlatformClient } from '../accounts/keys/platform-clients.ts'
import { consumeOneTimeToken, hashOf } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { endSession } from '../accounts/sessions/end-session.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { openChildSession } from '../accounts/sessions/open-session.ts'
import { openSessionByCode } from '../accounts/sessions/open-session-by-code.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { findActiveMember } from '../accounts/users/account-status.ts'
import type { NamedUser } from '../accounts/users/user-names.ts'
import { insertEvent, type Recorded, recordEvent, reportEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { findMismatch, type Mismatch, type Redemption } from './check-redemption.ts'
import { expectedDetails } from './code-details.ts'
import { handoverPurpose } from './mint-code.ts'

type Outcome =
  | { kind: 'opened'; session: OpenSession; person: NamedUser }
  /** The code is used up, and the session that its first use opened has ended. */
  | { kind: 'replayed'; endedSessionId: string | null }
  /** `mismatch` is null if the code is unknown or expired, or its session or user is no longer active. */
  | { kind: 'refused'; mismatch: Mismatch | null }

export async function exchange(
  services: Services,
  given: Redemption,
  client: PlatformClient,
  requestContext: RequestContext,
): Promise<Result<typeof exchangeCode>> {
  const { db, accessTokens, outbox } = services
  const outcome =
    (await redeemExpected(db, given, client, requestContext)) ??
    (await db.transaction().execute((trx) => redeem(trx, outbox, given, client, requestContext)))
  const { id: clientId } = client
  const { platform } = given
  if (outcome.kind === 'replayed') {
    if (outcome.endedSessionId) accessTokens.forget(outcome.endedSessionId)
    await recordEvent(db, {
      event: 'code-replayed',
      requestContext,
      clientId,
      platform,
      sessionId: outcome.endedSessionId,
    })
    throw new Failure('code-invalid')
  }
  if (outcome.kind === 'refused') {
    const { mismatch } = outcome
    await recordEvent(db, {
      event: 'code-refused',
      requestContext,
      clientId,
      platform,
      details: { mismatch },
    })
    throw new Failure(
      'code-invalid',
      mismatch && mismatch !== 'platform' && mismatch !== 'client' ? { detail: mismatch } : {},
    )
  }
  const { session, person } = outcome
  reportEvent(exchanged(outcome, given, client, requestContext))
  const issued = await issueSession(services, session, person)
  return { session: issued, user: issued.user }
}

/** Redeems a code that is right in every respect, together with others; null for any other, which is then still valid. */
async function redeemExpected(
  db: Db,
  given: Redemption,
  client: PlatformClient,
  requestContext: RequestContext,
): Promise<Outcome | null> {
  const details = expectedDetails(given, client)
  if (!details) return null
  const opened = await openSessionByCode(db, {
    hash: hashOf(handoverPurpose, given.code),
    details,
    platform: given.platform,
    clientId: client.id,
    requestContext,
  })
  return opened && { kind: 'opened', ...opened }
}

const refused = { kind: 'refused', mismatch: null } as const

/** Uses up the code and opens a session. A mismatch is returned, not thrown: an exception would leave the code valid. */
async function redeem(
  trx: Db,
  outbox: Outbox,
  given: Redemption,
  client: PlatformClient,
  requestContext: RequestContext,
): Promise<Outcome> {
  const consumption = await consumeOneTimeToken(trx, handoverPurpose, given.code)
  if (consumption.kind === 'unknown') return refused
  if (consumption.kind === 'replayed') {
    const sessionId = consumption.issuedSessionId
    if (sessionId) await endSession(trx, outbox, { sessionId, reason: 'code-replayed' })
    return { kind: 'replayed', endedSessionId: sessionId }
  }
  const { token } = consumption
  const { userId, sessionId } = token
  const mismatch = findMismatch(token, given, client)
  if (mismatch) return { kind: 'refused', mismatch }
  if (!userId || !sessionId) return refused
  const person = await findActiveMember(trx, { userId, platform: given.platform })
  if (!person) return refused
  const child = { parentId: sessionId, clientId: client.id, tokenId: token.id }
  const session = await openChildSession(trx, outbox, child)
  if (!session) return refused
  const opened = { kind: 'opened', session, person } as const
  await insertEvent(trx, exchanged(opened, given, client, requestContext)).execute()
  return opened
}

function exchanged(
  { session, person }: Extract<Outcome, { kind: 'opened' }>,
  { platform }: Redemption,
  { id: clientId }: PlatformClient,
  requestContext: RequestContext,
): Recorded {
  return {
    event: 'code-exchanged',
    requestContext,
    userId: person.id,
    sessionId: session.id,
    clientId,
    platform,
  }
}
