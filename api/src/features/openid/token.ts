/** Issues tokens to clients: redeems authorization codes, and renews sessions (RFC 6749 §4.1.3, §6). */
import type { requestTokens, TokenAnswer } from '@foyer/contract/oauth-routes/openid-endpoints'
import { readRefreshToken } from '../../identity/sessions/refresh-token.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { isCodeVerifier } from '../../identity/tokens/code-verifier.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { deviceGrantType, machineGrantType } from '../../kernel/config/registry-client.ts'
import { asFailure } from '../../kernel/failure.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { OAuthRequestTo } from '../../kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Services } from '../../services.ts'
import { refresh } from '../sessions/refresh.ts'
import { codePurpose } from './answer-request.ts'
import { redeemDeviceCode } from './device-grant.ts'
import { issueMachineToken } from './machine-tokens.ts'
import { authenticateClient, type RegisteredClient } from './openid-clients.ts'
import { redeemCode } from './redeem-code.ts'
import { answerOf } from './token-answer.ts'

type Request = OAuthRequestTo<typeof requestTokens>
type Grant = Pick<Request, 'form' | 'requestContext' | 'count'> & { client: RegisteredClient }

/** The same numbers as for codes and tokens in Foyer's own form. */
const grantsPerClient: Window = { max: 600, windowSeconds: 60 }
const renewalsPerSession: Window = { max: 60, windowSeconds: 60 }

/** The grants by `grant_type`. */
const grants: Record<string, (services: Services, grant: Grant) => Promise<TokenAnswer>> = {
  authorization_code: redeemAuthorizationCode,
  refresh_token: renew,
  [deviceGrantType]: redeemDeviceCode,
  [machineGrantType]: issueMachineToken,
}
export const grantTypes = Object.keys(grants)

export async function answerTokenRequest(services: Services, request: Request): Promise<TokenAnswer> {
  const { form, authorization, requestContext, count } = request
  const client = await authenticateClient(services, { authorization, form, requestContext })
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
  return grant(services, { form, client, requestContext, count })
}

async function redeemAuthorizationCode(
  services: Services,
  { form, client, requestContext }: Grant,
): Promise<TokenAnswer> {
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = form
  if (code === undefined) throw new OAuthError('invalid_request', 'code is missing')
  const outcome = await redeemCode(services, {
    ...{ purpose: codePurpose, code, client, requestContext },
    findMismatch(details) {
      if (details.clientId !== client.id) return 'client'
      if (details.redirectUri !== redirectUri) return 'redirect_uri'
      return isCodeVerifier(details.codeChallenge, codeVerifier) ? null : 'code_verifier'
    },
  })
  if ('mismatch' in outcome) {
    const { mismatch } = outcome
    const { id: clientId, platform } = client
    const event = {
      event: 'code-refused',
      requestContext,
      clientId,
      platform,
      details: { mismatch },
    } as const
    await recordEvent(services.db, event)
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
  const session = content && (await findOpenSession(services.db, content.sessionId))
  // Before the token is replaced: a refusal must leave the client its token.
  if (session?.clientId === client.id) {
    const granted = session.scopes
    if (!granted) throw new OAuthError('invalid_grant', 'The session was not opened here')
    if (scope?.split(' ').some((each) => each !== '' && !granted.includes(each)))
      throw new OAuthError('invalid_scope', 'The session has a smaller scope')
    // The operator may have raised the demand since the session was opened.
    if (client.openid.minimumAcr > session.acr)
      throw new OAuthError('invalid_grant', 'The client needs a sign-in with two factors')
  }
  const renewed = await refresh(services, { content, client, requestContext }).catch(refuseGrant)
  if (!session) throw new OAuthError('invalid_grant', 'The session has ended')
  return answerOf(services, { session, client, nonce: null, renewed })
}

/** Any refusal of a refresh token is `invalid_grant` (RFC 6749 §5.2). */
function refuseGrant(error: unknown): never {
  const { code } = asFailure(error)
  if (code !== 'session-ended' && code !== 'client-unknown') throw error
  throw new OAuthError('invalid_grant', 'The session has ended, or the refresh token is not of this client')
}
