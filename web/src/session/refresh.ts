/** Renews the tokens of a session: one request at a time, in this tab and across tabs (product 4). Every request with an access token is made here. */

import type { Platform } from '@foyer/contract/platforms'
import type { refreshToken } from '@foyer/contract/routes/sessions'
import type { Session } from '@foyer/contract/routes/sign-in'
import { renewBeforeSeconds } from '@foyer/contract/shared-values'
import { send } from '../api/send.ts'
import { filled, fits } from '../api/shape.ts'
import { own, parseJson } from '../api/storage/browser-storage.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from './stored-auth.ts'

/** 'refused': the session has ended. 'unavailable': the service did not decide, and nothing was cleared. */
type Renewal = 'renewed' | 'refused' | 'unavailable'

type Tokens = Pick<Session, 'accessToken' | 'refreshToken'>

const path: typeof refreshToken.path = '/api/auth/refresh-token'
const route = { method: 'POST', path } as const
const tokens = { accessToken: filled, refreshToken: filled }
const lockWaitMs = 5_000
const running = new Map<Platform, Promise<Renewal>>()

/** `spent` is the access token that was refused. If storage holds another one by now, no request is sent. */
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
  // Without an error code of the service, a proxy refused.
  else if (!filled(own(reply?.errors, 'code')) || (reply?.status !== 400 && reply?.status !== 401))
    return 'unavailable'
  else if (readStoredAuth(platform)?.refreshToken === from) clearStoredAuth(platform)
  return readStoredAuth(platform) ? 'renewed' : 'refused'
}

/**
 * Asks with the stored access token, and returns null for `answer` without one. A token that ends soon is renewed before. A
 * refused one is renewed once, and `ask` is repeated, unless `repeats` is false; `renewal` is then what became of the tokens.
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
  // The service would refuse the next token, too, if it refuses one that was just renewed.
  if (!isRefused(answer) || early === 'renewed') return { answer, renewal: null }
  const renewal = await renewTokens(platform, auth.accessToken)
  const renewed = repeats && renewal !== 'unavailable' ? readStoredAuth(platform) : null
  return renewed ? { answer: await ask(renewed.accessToken), renewal: null } : { answer, renewal }
}

/** The lock only saves requests. It may be missing, and the lock of a frozen tab must not block this one. */
async function inTurn(platform: Platform, work: () => Promise<Renewal>): Promise<Renewal> {
  try {
    const signal = AbortSignal.timeout(lockWaitMs)
    return await navigator.locks.request(`foyer.refresh.${platform}`, { signal }, work)
  } catch {
    return work()
  }
}

/** Writes only while storage still holds the refresh token `spent`: the user may have signed out or in meanwhile. */
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

/** Reads when the token expires; null if it does not say so readably. */
export function expiresAtMs(accessToken: string): number | null {
  const exp = claimOf(accessToken, 'exp')
  return typeof exp === 'number' ? exp * 1000 : null
}

/** Reads a claim of a token; undefined if it is not readable. Its receivers verify the token, the browser does not. */
export function claimOf(accessToken: string, name: string): unknown {
  const payload = accessToken.split('.')[1] ?? ''
  try {
    return own(parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), name)
  } catch {
    return undefined
  }
}
