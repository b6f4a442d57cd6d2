/** Opens a session with the tokens of a sister site and replaces this browser's session (product 4). */

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
 * Sends the tokens to the service first; the stored session changes only if the service opens a new session. The previous
 * session is ended last, and a failure to end it has no effect here.
 */
export async function autoLogIn(
  { accessToken, refreshToken }: Message<'autoLogin'>,
  signal: AbortSignal,
): Promise<AutoLogin> {
  if (!canStore()) return 'storage-blocked'
  const reply = await send({ method: 'POST', path }, { body: { accessToken, refreshToken } }, { signal })
  const session = sessionIn(reply)
  if (!session) return reply?.status === 400 ? 'refused' : 'unavailable'
  // The user may have gone to the next page; a late answer must not sign the user in there.
  if (signal.aborted) return 'unavailable'
  const previous = readStoredAuth(autoLoginPlatform)
  storeAuth(session)
  localStorage.setItem(autoLoginKey, '1')
  if (previous) endPrevious(previous)
  return 'done'
}

/** Ends the previous session without waiting for the answer. The request completes even if the frame is removed. */
function endPrevious({ accessToken }: StoredAuth): void {
  send({ method: 'POST', path: logoutPath }, {}, { accessToken, keepalive: true })
}

function sessionIn(reply: Reply | null): StoredAuth | null {
  if (reply?.status !== 200 || !fits(reply.data, authShape)) return null
  const session = reply.data as StoredAuth
  return session.platform === autoLoginPlatform ? session : null
}

/** Checks whether storage works, which a frame may be denied. A session in memory would be useless to other pages. */
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
