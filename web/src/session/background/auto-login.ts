/** Opens a session with the tokens of a sister site, in place of the one that this browser has (product 4). */

import { autoLoginPlatform } from '@foyer/contract/platforms'
import type { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import type { Message } from '@foyer/contract/window-messages'
import { type Reply, send } from '../../api/send.ts'
import { fits } from '../../api/shape.ts'
import { autoLoginKey } from '../../api/storage/storage-keys.ts'
import { authShape, readStoredAuth, type StoredAuth, storeAuth } from '../stored-auth.ts'

const path: typeof startAutoLogin.path = '/api/auth/auto-login'
const logoutPath: typeof endPreviousSession.path = '/api/auth/users/logout'

export type AutoLogin = 'done' | 'refused' | 'unavailable' | 'storage-blocked'

/**
 * Checks the tokens at the service first: until it has opened the new session, nothing changes here. The end of the session
 * before is asked for last, and its failure changes nothing here.
 */
export async function autoLogIn(
  { accessToken, refreshToken }: Message<'autoLogin'>,
  signal: AbortSignal,
): Promise<AutoLogin> {
  if (!canStore()) return 'storage-blocked'
  const reply = await send({ method: 'POST', path }, { body: { accessToken, refreshToken } }, { signal })
  const session = sessionIn(reply)
  if (!session) return reply?.status === 400 ? 'refused' : 'unavailable'
  // An answer that comes too late must not sign in a user who has gone to the next page.
  if (signal.aborted) return 'unavailable'
  const previous = readStoredAuth(autoLoginPlatform)
  storeAuth(session)
  localStorage.setItem(autoLoginKey, '1')
  if (previous) endPrevious(previous)
  return 'done'
}

/** The page does not wait for the answer: the new session is stored, and the request goes on when the frame is removed. */
function endPrevious({ accessToken }: StoredAuth): void {
  send({ method: 'POST', path: logoutPath }, {}, { accessToken, keepalive: true })
}

function sessionIn(reply: Reply | null): StoredAuth | null {
  if (reply?.status !== 200 || !fits(reply.data, authShape)) return null
  const session = reply.data as StoredAuth
  return session.platform === autoLoginPlatform ? session : null
}

/** A frame may be denied storage; a session that only this page knows would be of no use. */
function canStore(): boolean {
  const probe = `${autoLoginKey}.probe`
  try {
    localStorage.setItem(probe, '1')
    localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}
