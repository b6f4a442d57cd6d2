/** Signs the user out of one platform (Spec 4). */
import { tokenScheme } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import type { logout } from '@foyer/contract/routes/sessions'
import { tellLogout } from '../analytics/tell-logout.ts'
import { postPlainly } from '../api/post-plainly.ts'
import { clearStoredAuth, readStoredAuth } from './stored-auth.ts'

const path: typeof logout.path = '/api/auth/logout'
/** Shorter than other calls: the user waits only to leave. */
const waitMs = 5_000

/** The browser forgets the session in every case. Returns 'unavailable' if the service could not be reached. */
export async function signOut(platform: Platform): Promise<'done' | 'unavailable'> {
  const auth = readStoredAuth(platform)
  if (!auth) return 'done'
  const authorization = `${tokenScheme} ${auth.accessToken}`
  const status = await postPlainly(path, { authorization, signal: AbortSignal.timeout(waitMs) })
  clearStoredAuth(platform)
  tellLogout(platform)
  // 401: the session had ended already.
  return status === 204 || status === 401 ? 'done' : 'unavailable'
}
