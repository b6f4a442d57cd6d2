import { basicCredentials, call } from './call.ts'
import type { FoyerOptions } from './foyer.ts'
import { readTokens, type Tokens } from './session.ts'

/**
 * Renews the tokens of a session with the client's credentials (RFC 6749 §6). It uses up the old refresh token: store the
 * new one before anything else, and never refresh one session twice at a time, since a used token ends the session
 * (RFC 9700 §4.14.2).
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
 * Ends this platform's own session at Foyer. Accepts an expired access token and one of an ended session. Foyer's own
 * session stays: send the browser to the URL of `startSignOut` to end that too.
 * @throws FoyerError 'session-ended' (the token is not from Foyer), 'no-answer', 'bad-answer'.
 */
export async function signOutSession(options: FoyerOptions, accessToken: string): Promise<void> {
  await call(options, { path: '/api/auth/logout', authorization: `Bearer ${accessToken}` })
}
