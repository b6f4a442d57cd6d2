/**
 * Renews the tokens of a session, with one request at a time in this tab and across tabs (product 4). All requests with an
 * access token go through this module.
 */

import type { Platform } from '@foyer/contract/platforms'
import type { refreshToken } from '@foyer/contract/routes/sessions'
import type { Session } from '@foyer/contract/routes/sign-in'
import { renewBeforeSeconds } from '@foyer/contract/shared-values'
import { send } from '../api/send.ts'
import { filled, fits } from '../api/shape.ts'
import { own, parseJson } from '../api/storage/browser-storage.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from './stored-auth.ts'

/** 'refused': the session has ended. 'unavailable': the service did not decide, and the session is kept. */
type Renewal = 'renewed' | 'refused' | 'unavailable'

type Tokens = Pick<Session, 'accessToken' | 'refreshToken'>

const path: typeof refreshToken.path = '/api/auth/refresh-token'
const route = { method: 'POST', path } as const
const tokens = { accessToken: filled, refreshToken: filled }
const lockWaitMs = 5_000
const running = new Map<Platform, Promise<Renewal>>()

/** `spent` is the access token that was refused. If storage already holds a newer token, no request is sent. */
export function renewTokens(
  platform: Platform,
  spent = readStoredAuth(platform)?.accessToken,
): Promise<Renewal> {
  const shared = running.get(platform)
  if (shared) return shared
  const renewal = inTurn(platform, () => renew(platform, spent)).finally(() => running.delete(platform))
  running.set(platform, renewal)
  return renewal
}

async function renew(platform: Platform, spent: string | undefined): Promise<Renewal> {
  const auth = readStoredAuth(platform)
  if (!auth) return 'refused'
  if (auth.accessToken !== spent) return 'renewed'
  const from = auth.refreshToken
  const reply = await send(route, { body: { refreshToken: from } })
  if (reply?.status === 200 && fits(reply.data, tokens)) replaceTokens(platform, from, reply.data as Tokens)
  // A refusal without the service's error code comes from a proxy.
  else if (!filled(own(reply?.errors, 'code')) || (reply?.status !== 400 && reply?.status !== 401))
    return 'unavailable'
  else if (readStoredAuth(platform)?.refreshToken === from) clearStoredAuth(platform)
  return readStoredAuth(platform) ? 'renewed' : 'refused'
}

/**
 * Calls `ask` with the stored access token; without a session, `answer` is null. A token that ends soon is renewed first.
 * If `ask` is refused, the token is renewed once and `ask` is repeated. With `repeats` false, `ask` is not repeated and
 * `renewal` is the outcome of the renewal.
 */
export async function withTokens<T>(
  platform: Platform,
  ask: (accessToken: string) => Promise<T>,
  isRefused: (answer: T) => boolean,
  repeats = true,
): Promise<{ answer: T | null; renewal: Renewal | null }> {
  const stored = readStoredAuth(platform)
  const early =
    stored && endsSoon(stored.accessToken) ? await renewTokens(platform, stored.accessToken) : null
  const auth = readStoredAuth(platform)
  if (!auth) return { answer: null, renewal: early }
  const answer = await ask(auth.accessToken)
  // The token was just renewed, so the service would refuse another new token, too.
  if (!isRefused(answer) || early === 'renewed') return { answer, renewal: null }
  const renewal = await renewTokens(platform, auth.accessToken)
  const renewed = repeats && renewal !== 'unavailable' ? readStoredAuth(platform) : null
  return renewed ? { answer: await ask(renewed.accessToken), renewal: null } : { answer, renewal }
}

/**
 * Runs `work` under a lock that all tabs share, which only saves requests. After `lockWaitMs` or without locks, `work` runs
 * anyway, because a frozen tab may hold the lock.
 */
async function inTurn(platform: Platform, work: () => Promise<Renewal>): Promise<Renewal> {
  try {
    const signal = AbortSignal.timeout(lockWaitMs)
    return await navigator.locks.request(`foyer.refresh.${platform}`, { signal }, work)
  } catch {
    return work()
  }
}

/**
 * Stores new tokens only if storage still holds the refresh token `spent`, because the user may have signed out or in
 * meanwhile.
 */
export function replaceTokens(
  platform: Platform,
  spent: string,
  { accessToken, refreshToken }: Tokens,
): boolean {
  const auth = readStoredAuth(platform)
  if (auth?.refreshToken !== spent) return false
  storeAuth({ ...auth, accessToken, refreshToken })
  return true
}

export function endsSoon(accessToken: string): boolean {
  const endsAt = expiresAtMs(accessToken)
  return endsAt !== null && endsAt - Date.now() < renewBeforeSeconds * 1000
}

/** Returns the time at which the token expires; null if the token is not readable. */
export function expiresAtMs(accessToken: string): number | null {
  const exp = claimOf(accessToken, 'exp')
  return typeof exp === 'number' ? exp * 1000 : null
}

/** Returns a claim of a token; undefined if the token is not readable. The receivers verify the token, not the browser. */
export function claimOf(accessToken: string, name: string): unknown {
  const payload = accessToken.split('.')[1] ?? ''
  try {
    return own(parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), name)
  } catch {
    return undefined
  }
}
