/** Signing out of one platform (Spec 4). */
import type { Platform } from '@foyer/contract/platforms'
import { logout } from '@foyer/contract/sessions'
import { tellLogout } from '../analytics/tell-logout.ts'
import { call } from '../api/call.ts'
import { clearStoredAuth, readStoredAuth } from './stored-auth.ts'

/** Shorter than other calls: the person waits only to leave. */
const waitMs = 5_000

/** The browser forgets the session in every case; 'unavailable' where the service could not be told of it. */
export async function signOut(platform: Platform): Promise<'done' | 'unavailable'> {
  const auth = readStoredAuth(platform)
  if (!auth) return 'done'
  const { accessToken } = auth
  const answer = await call(logout, {}, { accessToken, signal: AbortSignal.timeout(waitMs) })
  clearStoredAuth(platform)
  tellLogout(platform)
  return answer.isSuccessful || answer.statusCode === 401 ? 'done' : 'unavailable'
}
