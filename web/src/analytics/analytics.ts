/**
 * Sends events and signed-in users to analytics (product 3, 7.7). The queue is sent a moment later or when the page is
 * left, so no request waits for it. No event contains a URL or a query.
 *
 * Users are sent only if they have agreed to analytics. Events of any other user are sent without the device id.
 */

import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import type { Call, Route } from '@foyer/contract/routes/route'
import { getSettings } from '@foyer/contract/routes/settings'
import type { Session } from '@foyer/contract/routes/sign-in'
import { analyticsBatchMax } from '@foyer/contract/shared-values'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { call } from '../api/call.ts'
import type { SendOptions } from '../api/send.ts'
import { writeText } from '../api/storage/browser-storage.ts'
import { analyticsKey } from '../api/storage/storage-keys.ts'

/** The event of a logout is in send-logout-event.ts. */
type EventName = 'sign_in' | 'sign_up' | 'otp_sent'
type Payload = Record<string, string>
type Events = Call<typeof trackEvents>['body']['events']

const flushAfterMs = 1_000

let events: Events = []
/** Sessions of users who have agreed to analytics. */
let agreed: Session[] = []
let timer: ReturnType<typeof setTimeout> | null = null

/** `continued`: the user was signed in in this browser, and continued at another platform with one tap. */
type Method = 'password' | 'otp' | 'passkey' | SocialProvider | 'continued'

/** Queues the event. If the user has agreed to analytics, also queues the login and the user's attributes. */
export function queueSignIn(session: Session, method: Method): void {
  addIfAgreed(session)
  queueEvent('sign_in', { platform: session.platform, method })
}

/** Queues the event only: a new user has not agreed to analytics yet. */
export function queueSignUp({ platform }: Session): void {
  queueEvent('sign_up', { platform })
}

async function addIfAgreed(session: Session): Promise<void> {
  const answer = await call(getSettings, {}, { accessToken: session.accessToken })
  if (!answer.isSuccessful || !answer.data.analyticsConsent) return
  agreed.push(session)
  // The events may already have been sent while the page waited for this answer.
  flushSoon()
}

export function queueEvent(event: EventName, payload: Payload): void {
  events.push({ event, payload, at: new Date().toISOString() })
  flushSoon()
}

function flushSoon(): void {
  if (timer !== null) return
  timer = setTimeout(flush, flushAfterMs)
  addEventListener('pagehide', flush)
  addEventListener('visibilitychange', flush)
}

/** Sends the queue, even while the page is being left. */
export function flush(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
  const [sessions, due] = [agreed, events.slice(0, analyticsBatchMax)]
  agreed = []
  events = []
  for (const session of sessions) sendUser(session)
  const isAnonymous = sessions.length === 0
  if (due.length > 0) send(trackEvents, { body: { events: due } }, { isAnonymous })
}

function sendUser({ accessToken, user }: Session): void {
  const { uuid, email, firstName } = user
  const lastName = user.lastName ?? ''
  writeText('localStorage', analyticsKey, 'agreed')
  send(identify, { body: { uuid, email, firstName, lastName } }, { accessToken })
  const attributes = { email, first_name: firstName, last_name: lastName }
  for (const [name, value] of Object.entries(attributes)) {
    send(setAttribute, { body: { name, value } }, { accessToken })
  }
}

/** Sends one request. A failure is only logged as a warning, never shown (product 8). */
async function send<R extends Route>(route: R, given: Call<R>, options: SendOptions): Promise<void> {
  const answer = await call(route, given, { keepalive: true, ...options })
  if (!answer.isSuccessful) console.warn(`Analytics did not take ${route.path}`, answer.statusCode)
}
