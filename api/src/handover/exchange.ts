/** A platform's server turns a code into a session of its own. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { exchangeCode } from '@foyer/contract/handover'
import type { Given, Result } from '@foyer/contract/route'
import { insertEvent, type Recorded, recordEvent, reportEvent } from '../accounts/audit.ts'
import { endSession } from '../accounts/end-session.ts'
import { issueSession } from '../accounts/issue-session.ts'
import { openChildSession } from '../accounts/open-session.ts'
import type { PlatformClient } from '../accounts/platform-clients.ts'
import { type Consumed, consumeSecret } from '../accounts/secrets.ts'
import type { OpenSession } from '../accounts/session-row.ts'
import { personInGoodStanding } from '../accounts/standing.ts'
import type { Person } from '../accounts/users.ts'
import type { Db } from '../db/connect.ts'
import type { From } from '../from.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'
import { handoverPurpose } from './handover-purpose.ts'

type Redemption = Given<typeof exchangeCode>['body']

type Outcome =
  | { kind: 'opened'; session: OpenSession; person: Person }
  /** The code is burned, and whatever its first use opened is over. */
  | { kind: 'replayed'; endedSessionId: string | null }
  | { kind: 'refused' }

export async function exchange(
  services: Services,
  given: Redemption,
  client: PlatformClient,
  from: From,
): Promise<Result<typeof exchangeCode>> {
  const { db, accessTokens } = services
  const outcome = await db.transaction().execute((trx) => redeem(trx, given, client, from))
  const { id: clientId, platform } = client
  if (outcome.kind === 'replayed') {
    if (outcome.endedSessionId) accessTokens.forget(outcome.endedSessionId)
    await recordEvent(db, {
      event: 'code-replayed',
      from,
      clientId,
      platform,
      sessionId: outcome.endedSessionId,
    })
  }
  if (outcome.kind === 'refused') await recordEvent(db, { event: 'code-refused', from, clientId, platform })
  if (outcome.kind !== 'opened') throw new Failure('code-invalid')

  const { session, person } = outcome
  reportEvent(exchanged(outcome, client, from))
  const issued = await issueSession(services, session, person)
  return { session: issued, user: issued.user }
}

/** A wrong party, address or verifier burns the code too, so nothing is thrown in here: that would undo the burning. */
async function redeem(trx: Db, given: Redemption, client: PlatformClient, from: From): Promise<Outcome> {
  const consumption = await consumeSecret(trx, handoverPurpose, given.code)
  if (consumption.kind === 'unknown') return { kind: 'refused' }
  if (consumption.kind === 'replayed') {
    const sessionId = consumption.issuedSessionId
    if (sessionId) await endSession(trx, { sessionId, reason: 'code-replayed' })
    return { kind: 'replayed', endedSessionId: sessionId }
  }
  const { secret } = consumption
  const { userId, sessionId } = secret
  if (!isRightParty(secret, given, client) || !userId || !sessionId) return { kind: 'refused' }
  const person = await personInGoodStanding(trx, { userId, platform: client.platform })
  if (!person) return { kind: 'refused' }
  const child = { parentId: sessionId, clientId: client.id, secretId: secret.id }
  const session = await openChildSession(trx, child)
  if (!session) return { kind: 'refused' }
  const opened = { kind: 'opened', session, person } as const
  await insertEvent(trx, exchanged(opened, client, from)).execute()
  return opened
}

function exchanged(
  { session, person }: Extract<Outcome, { kind: 'opened' }>,
  { id: clientId, platform }: PlatformClient,
  from: From,
): Recorded {
  return { event: 'code-exchanged', from, userId: person.id, sessionId: session.id, clientId, platform }
}

function isRightParty({ details }: Consumed, given: Redemption, client: PlatformClient): boolean {
  const isOwnPlatform = details.platform === client.platform && given.platform === client.platform
  const isSameOrigin =
    given.redirectUrl === undefined || URL.parse(given.redirectUrl)?.origin === details.redirectOrigin
  return isOwnPlatform && isSameOrigin && isVerified(details.codeChallenge ?? null, given.codeVerifier)
}

/** With a challenge the verifier must fit; without one there must be none, or PKCE could be talked away (RFC 9700 §2.1.1). */
function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  const made = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return wanted.length === made.length && timingSafeEqual(wanted, made)
}
