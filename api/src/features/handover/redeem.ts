/**
 * Redeems a one-time code for the server of a platform, and opens the platform's session below the session that minted the
 * code. The checks are in the order in which they run.
 */
import type { exchangeCode } from '@foyer/contract/routes/handover'
import type { Given, Result } from '@foyer/contract/routes/route'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { PlatformClient } from '../../identity/credentials/platform-clients.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { openByCode } from '../../identity/sessions/open-by-code.ts'
import { isCodeVerifier } from '../../identity/tokens/code-verifier.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { handoverPurpose } from './mint.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

type Redemption = Given<typeof exchangeCode>['body']

export async function redeemCode(
  services: Services,
  given: Redemption,
  client: PlatformClient,
  requestContext: RequestContext,
): Promise<Result<typeof exchangeCode>> {
  const { db, accessTokens } = services
  const recorded = { requestContext, clientId: client.id, platform: given.platform }
  const outcome = await db.transaction().execute((trx) =>
    openByCode(trx, services.outbox, {
      ...{ purpose: handoverPurpose, code: given.code, client, platform: given.platform, requestContext },
      findMismatch: (details) => findMismatch({ details, given, client }),
    }),
  )
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

function isVerified({ details, given }: Compared): boolean {
  return isCodeVerifier(details.codeChallenge, given.codeVerifier)
}
