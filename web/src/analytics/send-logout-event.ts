/** Sends the event of a logout. The logout pages are too small for the schemas that the other events need. */

import type { Platform } from '@foyer/contract/platforms'
import type { trackEvents } from '@foyer/contract/routes/analytics'
import { postWithoutSchemas } from '../api/post-without-schemas.ts'

const path: typeof trackEvents.path = '/api/analytics/events'

/** Sends the event even while the page is being left. Failures are only logged (Spec 8). */
export async function sendLogoutEvent(platform: Platform): Promise<void> {
  const event = { event: 'logout', payload: { platform }, at: new Date().toISOString() }
  const reply = await postWithoutSchemas(path, { body: { events: [event] }, keepalive: true })
  if (!reply) console.warn('Analytics could not be reached with a sign-out')
  else if (reply.status !== 204) console.warn('Analytics did not take a sign-out', reply.status)
}
