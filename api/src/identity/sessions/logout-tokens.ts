/** Signs logout tokens: ES256 JWTs of type logout+jwt (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
import { randomUUID } from 'node:crypto'
import type { Logout } from '../../messages/back-channel/logout-queue.ts'
import { signJwt } from '../tokens/sign-jwt.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import type { NameUser } from '../tokens/subjects.ts'

const lifeSeconds = 120

/** Signs the token that notifies a client of the end of a session. Each token has an id of its own. */
export async function signLogoutToken(
  keys: SigningKeys,
  issuer: string,
  { sessionId, userId, clientId }: Logout,
  nameUser?: NameUser,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return signJwt(await keys.active(), 'logout+jwt', {
    sid: sessionId,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    iss: issuer,
    aud: clientId,
    sub: nameUser ? (await nameUser(userId, clientId)).sub : userId,
    jti: randomUUID(),
    iat: now,
    exp: now + lifeSeconds,
  })
}
