import { basicCredentials, call } from './call.ts'
import type { FoyerOptions } from './foyer.ts'
import { readTokens, type Tokens } from './session.ts'

/**
 * Renews the tokens of a session with the client's credentials (RFC 6749 §6). This uses up the old refresh token. Store
 * the new token before anything else, and never refresh one session twice at a time, because a used token ends the
 * session (RFC 9700 §4.14.2).
 * @throws FoyerError 'session-ended' (sign in again), 'client-unknown' (the credentials are wrong, the token is not
 * used up), 'too-many-attempts', 'overloaded', 'no-answer' (keep the session and try again later), 'bad-answer'.
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
 * Ends this platform's own session at Foyer. Accepts expired access tokens and those of ended sessions. The user's
 * session at Foyer continues: send the browser to the URL of `startSignOut` to end it too.
 * @throws FoyerError 'session-ended' (Foyer did not issue the token), 'no-answer', 'bad-answer'.
 */
export async function signOutSession(options: FoyerOptions, accessToken: string): Promise<void> {
  await call(options, { path: '/api/auth/logout', authorization: `Bearer ${accessToken}` })
}
