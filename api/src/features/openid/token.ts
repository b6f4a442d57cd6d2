/** Issues tokens to clients: redeems authorization codes, and renews sessions (RFC 6749 §4.1.3, §6). */
import { createHash } from 'node:crypto'
import type { requestTokens, TokenAnswer } from '@foyer/contract/oauth-routes/openid-endpoints'
import { issueTokens } from '../../identity/sessions/issue-tokens.ts'
import { openByCode } from '../../identity/sessions/open-by-code.ts'
import { readRefreshToken } from '../../identity/sessions/refresh-token.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { isCodeVerifier } from '../../identity/tokens/code-verifier.ts'
import { livesOf } from '../../identity/tokens/session-lives.ts'
import { signJwt } from '../../identity/tokens/sign-jwt.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { asFailure } from '../../kernel/failure.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { OAuthRequestTo } from '../../kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { refresh } from '../sessions/refresh.ts'
import { codePurpose } from './finish.ts'
import { authenticateClient, type RegisteredClient } from './openid-clients.ts'
import { userClaims } from './user-claims.ts'

type Request = OAuthRequestTo<typeof requestTokens>
type Grant = { form: Request['form']; client: RegisteredClient; requestContext: RequestContext }

/** The same numbers as for codes and tokens in Foyer's own form. */
const grantsPerClient: Window = { max: 600, windowSeconds: 60 }
const renewalsPerSession: Window = { max: 60, windowSeconds: 60 }

/** The grants by `grant_type`. */
const grants: Record<string, (services: Services, grant: Grant) => Promise<TokenAnswer>> = {
  authorization_code: redeemAuthorizationCode,
  refresh_token: renew,
}
export const grantTypes = Object.keys(grants)

export async function answerTokenRequest(services: Services, request: Request): Promise<TokenAnswer> {
  const { form, authorization, requestContext, count } = request
  const client = await authenticateClient(services, { authorization, form })
  const grant = Object.hasOwn(grants, form.grant_type) ? grants[form.grant_type] : undefined
  if (!grant)
    throw new OAuthError('unsupported_grant_type', `grant_type must be one of: ${grantTypes.join(', ')}`)
  if (!(client.openid.grants as readonly string[]).includes(form.grant_type))
    throw new OAuthError('unauthorized_client', 'This grant_type is not registered for the client')
  const renewed = form.refresh_token ? readRefreshToken(services.keyring, form.refresh_token) : null
  await count([
    renewed
      ? { key: `refresh:session:${renewed.sessionId}:${client.id}`, ...renewalsPerSession }
      : { key: `exchange:client:${client.id}`, ...grantsPerClient },
  ])
  return grant(services, { form, client, requestContext })
}

async function redeemAuthorizationCode(
  services: Services,
  { form, client, requestContext }: Grant,
): Promise<TokenAnswer> {
  const { db, outbox, accessTokens } = services
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = form
  if (code === undefined) throw new OAuthError('invalid_request', 'code is missing')
  const { platform } = client
  const recorded = { requestContext, clientId: client.id, platform }
  const outcome = await db.transaction().execute((trx) =>
    openByCode(trx, outbox, {
      ...{ purpose: codePurpose, code, client, platform, requestContext },
      findMismatch(details) {
        if (details.clientId !== client.id) return 'client'
        if (details.redirectUri !== redirectUri) return 'redirect_uri'
        return isCodeVerifier(details.codeChallenge, codeVerifier) ? null : 'code_verifier'
      },
      scopesOf: ({ scope }) => (scope ?? '').split(' ').filter(Boolean),
    }),
  )
  if (outcome.kind === 'replayed') {
    const { endedSessionId: sessionId } = outcome
    if (sessionId) accessTokens.forget(sessionId)
    await recordEvent(db, { event: 'code-replayed', ...recorded, sessionId })
    throw new OAuthError('invalid_grant', 'The code was used before. The session that it opened has ended')
  }
  if (outcome.kind === 'refused') {
    const { mismatch } = outcome
    await recordEvent(db, { event: 'code-refused', ...recorded, details: { mismatch } })
    const reason =
      mismatch === null || mismatch === 'client' ? 'The code is unknown or expired' : `${mismatch} differs`
    throw new OAuthError('invalid_grant', reason)
  }
  const { session, details } = outcome
  return answerOf(services, { session, client, nonce: details.nonce ?? null })
}

async function renew(services: Services, { form, client, requestContext }: Grant): Promise<TokenAnswer> {
  const { refresh_token: token, scope } = form
  if (token === undefined) throw new OAuthError('invalid_request', 'refresh_token is missing')
  const content = readRefreshToken(services.keyring, token)
  const renewed = await refresh(services, { content, client, requestContext }).catch(refuseGrant)
  const session = content && (await findOpenSession(services.db, content.sessionId))
  if (!session?.scopes) throw new OAuthError('invalid_grant', 'The session has ended')
  const granted = session.scopes
  if (scope?.split(' ').some((each) => each !== '' && !granted.includes(each)))
    throw new OAuthError('invalid_scope', 'The session has a smaller scope')
  return answerOf(services, { session, client, nonce: null, renewed })
}

/** Any refusal of a refresh token is `invalid_grant` (RFC 6749 §5.2). */
function refuseGrant(error: unknown): never {
  const { code } = asFailure(error)
  if (code !== 'session-ended' && code !== 'client-unknown') throw error
  throw new OAuthError('invalid_grant', 'The session has ended, or the refresh token is not of this client')
}

type Answered = {
  session: OpenSession
  client: RegisteredClient
  nonce: string | null
  /** The tokens of a renewed session. */
  renewed?: { accessToken: string; refreshToken: string }
}

async function answerOf(
  services: Services,
  { session, client, nonce, renewed }: Answered,
): Promise<TokenAnswer> {
  const scopes = session.scopes ?? []
  const { accessToken, refreshToken } = renewed ?? (await issueTokens(services, session))
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: livesOf(session.platform).accessSeconds,
    scope: scopes.join(' '),
    ...(scopes.includes('offline_access') && { refresh_token: refreshToken }),
    ...(scopes.includes('openid') && {
      id_token: await signIdToken(services, { session, client, nonce, accessToken }),
    }),
  }
}

const idTokenSeconds = 300

/** Signs the ID token (OpenID Connect Core 1.0 §2, §3.1.3.6). It reaches the client on the back channel only. */
async function signIdToken(
  { db, config, signingKeys }: Services,
  { session, client, nonce, accessToken }: Answered & { accessToken: string },
): Promise<string> {
  const { id, userId, authTime, amr, acr, scopes } = session
  const user = await findUser(db, { id: userId })
  if (!user) throw new OAuthError('invalid_grant', 'The user is gone')
  const now = Math.floor(Date.now() / 1_000)
  return signJwt(await signingKeys.active(), 'JWT', {
    ...userClaims(user, scopes ?? []),
    iss: config.baseUrl,
    aud: client.id,
    sid: id,
    auth_time: Math.floor(authTime.getTime() / 1_000),
    amr,
    acr: String(acr),
    ...(nonce !== null && { nonce }),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    iat: now,
    exp: now + idTokenSeconds,
  })
}
