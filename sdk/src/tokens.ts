import { basicCredentials } from './basic-credentials.ts'
import { call } from './call.ts'
import type { FoyerOptions } from './foyer.ts'
import { readTokens, type Tokens } from './session.ts'

/**
 * Renews the tokens of a session, with the client's credentials (RFC 6749 §6). The old refresh token is spent: keep the
 * new one before anything else, and refresh one session once at a time, since using a spent token ends the session
 * (RFC 9700 §4.14.2).
 * @throws FoyerError 'session-ended' (sign in again), 'client-unknown' (the credentials are wrong, the token is not
 * spent), 'too-many-attempts', 'overloaded', 'no-answer' (keep the session and try again later), 'bad-answer'.
 */
export async function refresh(options: FoyerOptions, refreshToken: string): Promise<Tokens> {
  const data = await call(options, {
    path: '/api/auth/refresh-token',
    authorization: basicCredentials(options),
    body: { refresh_token: refreshToken },
  })
  return readTokens(data)
}

/**
 * Ends this platform's own session at Foyer; an expired access token will do, and so will one of a session that has
 * ended already. Foyer's own session stays: send the browser to `startSignOut` to end that too.
 * @throws FoyerError 'session-ended' (the token is none of Foyer's), 'no-answer', 'bad-answer'.
 */
export async function signOutSession(options: FoyerOptions, accessToken: string): Promise<void> {
  await call(options, { path: '/api/auth/logout', authorization: `Bearer ${accessToken}` })
}
