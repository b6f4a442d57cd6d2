/**
 * Sends an ID token of the signed-in user to the installation's URL when the session changes and before the token ages out,
 * and deletes the token at sign-out (product 7.2; docs/decisions/tokens.md). No page waits for the sync, and the user does
 * not see its failures.
 */

import type { Platform } from '@foyer/contract/platforms'
import type { createIdToken } from '@foyer/contract/routes/id-token'
import { callTimeoutMs, tokenScheme } from '@foyer/contract/shared-values'
import type { Site } from '@foyer/contract/site'
import { send } from '../../api/send.ts'
import { filled } from '../../api/shape.ts'
import { own } from '../../api/storage/browser-storage.ts'
import { keptRecord } from '../../api/storage/kept-record.ts'
import { syncKey } from '../../api/storage/storage-keys.ts'
import { claimOf, withTokens } from '../refresh.ts'
import { readStoredAuth } from '../stored-auth.ts'

/** The token that the receiver has, and the time (ms) at which the token ages out. All tabs share this record. */
type Synced = { sid: string; idToken: string; endsAt: number }
type Outcome = 'done' | 'failed' | 'off'

const path: typeof createIdToken.path = '/api/auth/id-token'
const route = { method: 'POST', path } as const
const records = keptRecord<Synced>('localStorage', syncKey, {
  sid: 'string',
  idToken: 'string',
  endsAt: 'number',
})
const firstRetryMs = 5_000
const maxRetryMs = 300_000
/** The share of a token's life that is left when a new token is sent. */
const reserve = 0.25

/** Syncs until the returned function is called. */
export function syncTokens(
  platform: Platform,
  { url, maxAgeSeconds }: NonNullable<Site['tokenSync']>,
): () => void {
  const maxAgeMs = maxAgeSeconds * 1000
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isAskedAgain = false
  let isOff = false

  async function check(): Promise<void> {
    isAskedAgain = isRunning
    if (isRunning || isOff) return
    isRunning = true
    clearTimeout(timer)
    const outcome = await inOneTab(platform, sync).catch(() => 'failed' as const)
    isRunning = false
    if (outcome === 'off') stop()
    if (isOff) return
    if (isAskedAgain) return check()
    timer = setTimeout(check, outcome === 'failed' ? retryMs : nextMs())
    retryMs = outcome === 'failed' ? Math.min(2 * retryMs, maxRetryMs) : firstRetryMs
  }

  function nextMs(): number {
    const synced = records.read(platform)
    const wait = synced ? synced.endsAt - Date.now() - reserve * maxAgeMs : maxAgeMs
    return Math.min(Math.max(wait, 1_000), maxAgeMs)
  }

  async function sync(): Promise<Outcome> {
    const synced = records.read(platform)
    const isAged = synced !== null && synced.endsAt <= Date.now()
    const sid = sidOf(platform)
    if (sid === null) return synced ? remove(synced, isAged) : 'done'
    const isDue = synced === null || synced.sid !== sid || synced.endsAt - Date.now() <= reserve * maxAgeMs
    return isDue ? add(sid) : 'done'
  }

  async function add(sid: string): Promise<Outcome> {
    const made = await makeIdToken(platform)
    if ('outcome' in made) return made.outcome
    const endsAt = Date.now() + maxAgeMs
    if (!(await tell('POST', made.idToken))) return 'failed'
    records.write({ sid, idToken: made.idToken, endsAt }, platform)
    return 'done'
  }

  /** Deletes the token at the receiver. The receiver has already forgotten a token that has aged out and would refuse it. */
  async function remove({ idToken }: Synced, isAged: boolean): Promise<Outcome> {
    if (!isAged && !(await tell('DELETE', idToken))) return 'failed'
    records.clear(platform)
    return 'done'
  }

  async function tell(method: 'POST' | 'DELETE', idToken: string): Promise<boolean> {
    const headers = { Authorization: `${tokenScheme} ${idToken}` }
    const signal = AbortSignal.timeout(callTimeoutMs)
    const options = { method, headers, signal, credentials: 'include', keepalive: true } as const
    const response = await fetch(url, { ...options, redirect: 'error', referrerPolicy: 'no-referrer' })
    return response.ok
  }

  function stop(): void {
    isOff = true
    clearTimeout(timer)
    clearInterval(looking)
    for (const name of events) removeEventListener(name, check)
  }

  function look(): void {
    const sid = sidOf(platform)
    if (sid !== seen) check()
    seen = sid
  }

  let seen = sidOf(platform)
  const looking = setInterval(look, lookMs)
  for (const name of events) addEventListener(name, check)
  check()
  return stop
}

/** The events after which another tab may have changed the session, or this tab was frozen. */
const events = ['storage', 'visibilitychange', 'online'] as const

/** Another script of the same page can sign the user in or out without an event, so the sync checks every 200 ms. */
const lookMs = 200

/** Returns the id of the stored session; null without a session. */
function sidOf(platform: Platform): string | null {
  const auth = readStoredAuth(platform)
  return auth && String(claimOf(auth.accessToken, 'sid'))
}

/** Runs `work` in only one tab at a time. While another tab syncs, this tab tries again later. */
async function inOneTab(platform: Platform, work: () => Promise<Outcome>): Promise<Outcome> {
  if (!globalThis.navigator?.locks) return work()
  return navigator.locks.request(syncKey + platform, { ifAvailable: true }, (lock) =>
    lock ? work() : 'failed',
  )
}

async function makeIdToken(platform: Platform): Promise<{ idToken: string } | { outcome: Outcome }> {
  const { answer } = await withTokens(
    platform,
    (accessToken) => send(route, {}, { accessToken }),
    (reply) => reply?.status === 401,
  )
  if (!answer) return { outcome: readStoredAuth(platform) ? 'failed' : 'done' }
  const idToken = own(answer.data, 'idToken')
  if (answer.status === 200 && filled(idToken)) return { idToken: String(idToken) }
  return { outcome: answer.status === 404 ? 'off' : 'failed' }
}
