/** Calls a route for a signed-in user. Tokens are renewed before they expire, and once after a refusal (product 4, 8). */
import type { Platform } from '@foyer/contract/platforms'
import type { Call, Route } from '@foyer/contract/routes/route'
import { endedSession } from '../api/browser-failure.ts'
import { type Answer, call } from '../api/call.ts'
import type { SendOptions } from '../api/send.ts'
import { reloadPage } from './loop-guard.ts'
import { withTokens } from './refresh.ts'
import { readStoredAuth } from './stored-auth.ts'

/** Excludes refresh and logout, whose refusal must not start another refresh. */
type SignedInRoute = Route & { access: 'own-session' | 'own-session-if-given' | 'bearer' }
type SignedInOptions = { reload?: boolean } & Omit<SendOptions, 'accessToken'>

/**
 * After tokens were refused and renewed, reloads the page. With `reload` false, repeats the call with the new token
 * instead.
 */
export async function callSignedIn<R extends SignedInRoute>(
  platform: Platform,
  route: R,
  given: Call<R>,
  { reload = true, ...options }: SignedInOptions = {},
): Promise<Answer<R> | 'reloading'> {
  const { answer, renewal } = await withTokens(
    platform,
    (accessToken) => call(route, given, { ...options, accessToken }),
    (refused) => !refused.isSuccessful && refused.statusCode === 401,
    !reload,
  )
  const isOver = answer === null || renewal !== 'unavailable'
  if (reload && renewal && isOver && reloadPage()) return 'reloading'
  return answer ?? endedSession()
}

/**
 * Calls a route that accepts a session but needs none. If the session has ended, returns a failure, and the caller may call
 * again without a session.
 */
export async function callIfSignedIn<R extends Route & { access: 'own-session-if-given' }>(
  platform: Platform,
  route: R,
  given: Call<R>,
  options: Omit<SignedInOptions, 'reload'> = {},
): Promise<Answer<R>> {
  if (!readStoredAuth(platform)) return call(route, given, options)
  const answer = await callSignedIn(platform, route, given, { ...options, reload: false })
  return answer === 'reloading' ? endedSession() : answer
}
