/** Tells a client about its tokens and ends their sessions (RFC 7662, RFC 7009), and answers /userinfo. */

import type { OAuthResult } from '@foyer/contract/oauth-routes/oauth-route'
import type {
  introspectToken,
  postUserInfo,
  revokeToken,
  UserClaims,
} from '@foyer/contract/oauth-routes/openid-endpoints'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import { readRefreshToken } from '../../identity/sessions/refresh-token.ts'
import { findRenewableSession } from '../../identity/sessions/renew-session.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { asFailure } from '../../kernel/failure.ts'
import { readBearer } from '../../kernel/http/access.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { OAuthRequestTo } from '../../kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { Services } from '../../services.ts'
import { readMachineToken } from './machine-tokens.ts'
import { authenticateClient } from './openid-clients.ts'
import { userClaims } from './user-claims.ts'

/** Throws `invalid_token` without a valid access token, and `insufficient_scope` without the scope `openid`. */
export async function answerUserInfo(
  { db, accessTokens, nameUser }: Services,
  { authorization, form }: Pick<OAuthRequestTo<typeof postUserInfo>, 'authorization' | 'form'>,
): Promise<UserClaims> {
  const inHeader = readBearer(authorization)
  if (inHeader !== undefined && form.access_token !== undefined)
    throw new OAuthError('invalid_request', 'The access token is in the header and in the form')
  const token = inHeader ?? form.access_token ?? ''
  const caller = await callerOf({ accessTokens }, token)
  const user = caller && (await findUser(db, { id: caller.userId }))
  if (!user)
    throw new OAuthError('invalid_token', 'The access token is wrong, has expired, or its session has ended')
  if (!caller.scopes?.includes('openid'))
    throw new OAuthError('insufficient_scope', 'The access token has not the scope openid')
  const { sub } = await nameUser(user.id, caller.clientId)
  return userClaims(sub, user, caller.scopes)
}

/** Says nothing about tokens of another client, except to the audience of a machine's token. */
export async function answerIntrospection(
  services: Services,
  { form, authorization, requestContext }: OAuthRequestTo<typeof introspectToken>,
): Promise<OAuthResult<typeof introspectToken>> {
  const client = await authenticateClient(services, { authorization, form, requestContext })
  if (client.openid.isPublic)
    throw new OAuthError('unauthorized_client', 'A client without a secret cannot ask')
  const caller = await callerOf(services, form.token)
  if (caller && caller.clientId === client.id) {
    const claims = JSON.parse(Buffer.from(form.token.split('.')[1] ?? '', 'base64url').toString())
    const { client_id, sub, sid, scope, aud, iss, exp, iat } = claims
    return { active: true, token_type: 'Bearer', client_id, sub, sid, scope, aud, iss, exp, iat }
  }
  const machine = await readMachineToken(services, form.token)
  if (machine)
    return [machine.client_id, machine.aud].includes(client.id)
      ? { active: true, token_type: 'Bearer', ...machine }
      : { active: false }
  const session = await sessionOfRefreshToken(services, form.token)
  if (session?.clientId !== client.id) return { active: false }
  const { userId, id, scopes } = session
  const { sub } = await services.nameUser(userId, client.id)
  return { active: true, client_id: client.id, sub, sid: id, scope: (scopes ?? []).join(' ') }
}

/** Ends the session of the token; answers the same for a token that is unknown or of another client. */
export async function revoke(
  services: Services,
  { form, authorization, requestContext }: OAuthRequestTo<typeof revokeToken>,
): Promise<undefined> {
  const { db, outbox, accessTokens } = services
  const client = await authenticateClient(services, { authorization, form, requestContext })
  if ((await readMachineToken(services, form.token))?.client_id === client.id)
    throw new OAuthError('unsupported_token_type', 'The token of a machine ends by its expiry only')
  const caller = await callerOf(services, form.token)
  const session = caller
    ? { ...caller, id: caller.sessionId }
    : await sessionOfRefreshToken(services, form.token)
  if (session?.clientId !== client.id) return
  const { id: sessionId, userId, platform, clientId } = session
  await db.transaction().execute((trx) => endSession(trx, outbox, { sessionId, reason: 'signed-out' }))
  accessTokens.forget(sessionId)
  await recordEvent(db, { event: 'sign-out', requestContext, userId, sessionId, platform, clientId })
}

/** Reads an access token; null for any other text. */
async function callerOf(
  { accessTokens }: Pick<Services, 'accessTokens'>,
  token: string,
): Promise<Caller | null> {
  try {
    return await accessTokens.verify(token)
  } catch (error) {
    if (asFailure(error).code === 'session-ended') return null
    throw error
  }
}

/** Finds the session that a refresh token still renews. */
async function sessionOfRefreshToken({ db, keyring }: Services, token: string) {
  const content = readRefreshToken(keyring, token)
  return content && findRenewableSession(db, content)
}
