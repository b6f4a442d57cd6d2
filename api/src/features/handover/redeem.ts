/**
 * Redeems a one-time code for the server of a platform, and opens the platform's session below the session that minted the
 * code. The checks are in the order in which they run.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { exchangeCode } from '@foyer/contract/routes/handover'
import type { Given, Result } from '@foyer/contract/routes/route'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { PlatformClient } from '../../identity/credentials/platform-clients.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { type Inherited, lockParent, startChildSession } from '../../identity/sessions/start-session.ts'
import { consumeToken, findToken, hashOf } from '../../identity/tokens/one-time-tokens.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { handoverPurpose } from './mint.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

type Redemption = Given<typeof exchangeCode>['body']

type Outcome =
  | { kind: 'opened'; session: OpenSession }
  /** The code was used before, and the session that its first use opened has ended. */
  | { kind: 'replayed'; endedSessionId: string | null }
  /** `mismatch` is null if the code is unknown or expired, or its session or user is no longer active. */
  | { kind: 'refused'; mismatch: Mismatch | null }

export async function redeemCode(
  services: Services,
  given: Redemption,
  client: PlatformClient,
  requestContext: RequestContext,
): Promise<Result<typeof exchangeCode>> {
  const { db, accessTokens } = services
  const recorded = { requestContext, clientId: client.id, platform: given.platform }
  const outcome = await db
    .transaction()
    .execute((trx) => redeem(trx, services, { given, client, requestContext }))
  if (outcome.kind === 'replayed') {
    const { endedSessionId: sessionId } = outcome
    if (sessionId) accessTokens.forget(sessionId)
    await recordEvent(db, { event: 'code-replayed', ...recorded, sessionId })
    throw new Failure('code-invalid')
  }
  if (outcome.kind === 'refused') {
    const { mismatch } = outcome
    await recordEvent(db, { event: 'code-refused', ...recorded, details: { mismatch } })
    throw new Failure('code-invalid', mismatch && isReported(mismatch) ? { detail: mismatch } : {})
  }
  const { session } = outcome
  const user = await findUser(db, { id: session.userId })
  if (!user) throw new Failure('code-invalid')
  const issued = await issueSession(services, session, user)
  return { session: issued, user: issued.user }
}

/** Uses up the code, also if a check refuses it. Returns the refusal instead of throwing: an exception would leave the code valid. */
async function redeem(
  trx: Db,
  { outbox }: Pick<Services, 'outbox'>,
  {
    given,
    client,
    requestContext,
  }: { given: Redemption; client: PlatformClient; requestContext: RequestContext },
): Promise<Outcome> {
  const refused = { kind: 'refused', mismatch: null } as const

  const token = await consumeCode(trx, given)
  if (!token) {
    const found = await findToken(trx, hashOf(handoverPurpose, given.code))
    if (found?.state !== 'used') return refused
    const { issuedSessionId } = found
    if (issuedSessionId)
      await endSession(trx, outbox, { sessionId: issuedSessionId, reason: 'code-replayed' })
    return { kind: 'replayed', endedSessionId: issuedSessionId }
  }

  const { tokenId, details, parent } = token
  const mismatch = findMismatch({ details, given, client })
  if (mismatch) return { kind: 'refused', mismatch }

  if (!parent) return refused
  const child = { ...parent, clientId: client.id, platform: given.platform, tokenId, requestContext }
  return { kind: 'opened', session: await startChildSession(trx, outbox, child) }
}

/** Uses up a code, and locks the session that minted it. `parent` is null if that session has ended. */
async function consumeCode(trx: Db, { code }: Redemption) {
  const token = await trx
    .with('token', (query) => consumeToken(query, { hash: hashOf(handoverPurpose, code) }))
    .with('parent', (query) => lockParent(query, query.selectFrom('token').select('sessionId').$asScalar()))
    .selectFrom('token')
    .leftJoin('parent', (join) => join.onTrue())
    .selectAll()
    .executeTakeFirst()
  if (!token) return null
  const { tokenId, sessionId: _, details, parentId, ...inherited } = token
  // Either all columns of the parent have a value, or all are null.
  const parent = parentId === null ? null : { parentId, inherited: inherited as Inherited }
  return { tokenId, details, parent }
}

type Compared = { details: Record<string, string | null>; given: Redemption; client: PlatformClient }

/** The checks of a code against the request that redeems it and the client that sends the request, in their order. */
const agreements = {
  platform: ({ details, given, client }: Compared) =>
    details.platform === given.platform && client.platforms.includes(given.platform),
  client: ({ details, client }: Compared) =>
    (details.external ?? null) === client.external && client.origins.includes(details.redirectOrigin ?? ''),
  'pkce-missing': ({ details, client }: Compared) => Boolean(details.codeChallenge) || !client.requiresPkce,
  'redirect-url-missing': ({ details, given }: Compared) =>
    given.redirectUrl !== undefined || (!details.codeChallenge && !details.external),
  'redirect-url-different': isSameRedirectUrl,
  'code-verifier-wrong': isVerified,
}

type Mismatch = keyof typeof agreements

function findMismatch(compared: Compared): Mismatch | null {
  const names = Object.keys(agreements) as Mismatch[]
  return names.find((name) => !agreements[name](compared)) ?? null
}

/** Returns whether the answer names the mismatch. Only the client to which the code belongs learns it, to correct its request. */
function isReported(mismatch: Mismatch): boolean {
  return mismatch !== 'platform' && mismatch !== 'client'
}

/** Compares the redirect URL with the one the code was minted for (RFC 6749 §4.1.3). */
function isSameRedirectUrl({ details, given: { redirectUrl } }: Compared): boolean {
  if (redirectUrl === undefined) return true
  const url = trustedUrl(redirectUrl, [details.redirectOrigin ?? ''])
  if (!url) return false
  // A copy of the former version stored the origin without the path. The next release removes this line.
  if (!details.redirectUrlSha256) return true
  return details.redirectUrlSha256 === redirectUrlSha256(url)
}

/** Checks the code verifier. Without a challenge there must be no verifier, or PKCE could be downgraded (RFC 9700 §2.1.1). */
function isVerified({ details, given: { codeVerifier } }: Compared): boolean {
  const { codeChallenge } = details
  if (!codeChallenge || codeVerifier === undefined) return !codeChallenge && codeVerifier === undefined
  const computed = createHash('sha256').update(codeVerifier).digest()
  const expected = Buffer.from(codeChallenge, 'base64url')
  return expected.length === computed.length && timingSafeEqual(expected, computed)
}
