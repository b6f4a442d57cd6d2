/** Calls a route for a signed-in user. Tokens are renewed before they expire, and once when they are refused (product 4, 8). */
import type { Platform } from '@foyer/contract/platforms'
import type { Call } from '@foyer/contract/routes/route'
import type { CallableRoute } from '../api/answer-shapes.ts'
import { endedSession } from '../api/browser-failure.ts'
import { type Answer, type CallOptions, call } from '../api/call.ts'
import { reloadPage } from './loop-guard.ts'
import { endsSoon, renewTokens } from './refresh.ts'
import { readStoredAuth } from './stored-auth.ts'

/** Excludes refresh and logout: a refusal there must not start another refresh. */
type SignedInRoute = CallableRoute & { access: 'own-session' | 'own-session-if-given' | 'bearer' }
type SignedInOptions = { reload?: boolean } & Omit<CallOptions, 'accessToken'>

/** Repeats the call with a renewed token where `reload` is false; a refused token then returns its failure. */
export async function callSignedIn<R extends SignedInRoute>(
  platform: Platform,
  route: R,
  given: Call<R>,
  { reload = true, ...options }: SignedInOptions = {},
): Promise<Answer<R> | 'reloading'> {
  let auth = readStoredAuth(platform)
  const early = auth && endsSoon(auth.accessToken) ? await renewTokens(platform, auth.accessToken) : null
  if (early) auth = readStoredAuth(platform)
  if (!auth) return early && reload && reloadPage() ? 'reloading' : endedSession()

  const { accessToken } = auth
  const answer = await call(route, given, { ...options, accessToken })
  // The service would refuse the next token, too, if it refuses one that was just renewed.
  if (answer.isSuccessful || answer.statusCode !== 401 || early === 'renewed') return answer

  const renewal = await renewTokens(platform, accessToken)
  if (renewal === 'unavailable') return answer
  if (reload) return reloadPage() ? 'reloading' : answer
  const renewed = readStoredAuth(platform)
  return renewed ? call(route, given, { ...options, accessToken: renewed.accessToken }) : answer
}

/**
 * Calls a route that takes a session if there is one. A session that turns out to have ended is a failure: the user may
 * call again without it.
 */
export async function callIfSignedIn<R extends CallableRoute & { access: 'own-session-if-given' }>(
  platform: Platform,
  route: R,
  given: Call<R>,
  options: Omit<SignedInOptions, 'reload'> = {},
): Promise<Answer<R>> {
  if (!readStoredAuth(platform)) return call(route, given, options)
  const answer = await callSignedIn(platform, route, given, { ...options, reload: false })
  return answer === 'reloading' ? endedSession() : answer
}
