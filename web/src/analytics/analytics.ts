/**
 * Sends events and signed-in users to analytics (product 3, 7.7). They are gathered and sent a moment later or when the page
 * is left, so that nothing waits for them. No URL and no query is ever part of an event.
 *
 * Users are sent only once they have agreed to it. Events of any other user are sent without the device id.
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
/** Users who have agreed. */
let agreed: Session[] = []
let timer: ReturnType<typeof setTimeout> | null = null

/** Queues the event, and the login of the user and the attributes if the user has agreed. */
export function queueSignIn(session: Session, method: 'password' | 'otp' | SocialProvider): void {
  addIfAgreed(session)
  queueEvent('sign_in', { platform: session.platform, method })
}

/** A new user has agreed to nothing yet. */
export function queueSignUp({ platform }: Session): void {
  queueEvent('sign_up', { platform })
}

async function addIfAgreed(session: Session): Promise<void> {
  const answer = await call(getSettings, {}, { accessToken: session.accessToken })
  if (!answer.isSuccessful || !answer.data.analyticsConsent) return
  agreed.push(session)
  // The events may have been sent before this answer.
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

/** Sends what is queued, even while the page is being left. */
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

/** Failures are only logged as warnings and never shown (product 8). */
async function send<R extends Route>(route: R, given: Call<R>, options: SendOptions): Promise<void> {
  const answer = await call(route, given, { keepalive: true, ...options })
  if (!answer.isSuccessful) console.warn(`Analytics did not take ${route.path}`, answer.statusCode)
}
