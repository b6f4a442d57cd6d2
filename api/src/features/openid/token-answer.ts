/** Answers /token with the tokens of a session, and signs its ID token. */
import { createHash } from 'node:crypto'
import type { TokenAnswer } from '@foyer/contract/oauth-routes/openid-endpoints'
import { issueTokens } from '../../identity/sessions/issue-tokens.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { livesOf } from '../../identity/tokens/session-lives.ts'
import { signJwt } from '../../identity/tokens/sign-jwt.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { Services } from '../../services.ts'
import type { RegisteredClient } from './openid-clients.ts'
import { userClaims } from './user-claims.ts'

type Answered = {
  session: OpenSession
  client: RegisteredClient
  nonce: string | null
  /** The tokens of a renewed session. */
  renewed?: { accessToken: string; refreshToken: string }
}

export async function answerOf(
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
  { db, config, signingKeys, nameUser }: Services,
  { session, client, nonce, accessToken }: Answered & { accessToken: string },
): Promise<string> {
  const { id, userId, authTime, amr, acr, scopes } = session
  const user = await findUser(db, { id: userId })
  if (!user) throw new OAuthError('invalid_grant', 'The user is gone')
  const { sub } = await nameUser(userId, client.id)
  const now = Math.floor(Date.now() / 1_000)
  return signJwt(await signingKeys.active(), 'JWT', {
    ...userClaims(sub, user, scopes ?? []),
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
