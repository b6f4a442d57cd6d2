/** Sends the logout event. A file of its own: the logout pages have no room for the schemas of the other events. */

import type { Platform } from '@foyer/contract/platforms'
import type { trackEvents } from '@foyer/contract/routes/analytics'
import { send } from '../api/send.ts'
import { readText, removeText } from '../api/storage/browser-storage.ts'
import { analyticsKey } from '../api/storage/storage-keys.ts'

const path: typeof trackEvents.path = '/api/analytics/events'

/**
 * Sends the event even while the page is being left. For a user who agreed to analytics, the event ends the link between
 * browser and user at analytics; for any other user the event is anonymous. Failures are only logged (product 8).
 */
export async function sendLogoutEvent(platform: Platform): Promise<void> {
  const event = { event: 'logout', payload: { platform }, at: new Date().toISOString() }
  const isAnonymous = readText('localStorage', analyticsKey) === null
  removeText('localStorage', analyticsKey)
  const reply = await send(
    { method: 'POST', path },
    { body: { events: [event] } },
    { keepalive: true, isAnonymous },
  )
  if (!reply) console.warn('Analytics could not be reached with a sign-out')
  else if (reply.status !== 204) console.warn('Analytics did not take a sign-out', reply.status)
}
