/** The event of a sign-out, apart from the others: the sign-out pages are too small for the schemas those come with. */

import type { Platform } from '@foyer/contract/platforms'
import type { trackEvents } from '@foyer/contract/routes/analytics'
import { postPlainly } from '../api/post-plainly.ts'

const path: typeof trackEvents.path = '/api/analytics/events'

/** Goes out while the page is being left; nobody waits for it, and failures are only logged (Spec 8). */
export async function tellLogout(platform: Platform): Promise<void> {
  const event = { event: 'logout', payload: { platform }, at: new Date().toISOString() }
  const status = await postPlainly(path, { body: { events: [event] } })
  if (status === null) console.warn('Analytics could not be told of a sign-out')
  else if (status !== 204) console.warn('Analytics did not take a sign-out', status)
}
