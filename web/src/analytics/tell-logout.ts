/** The event of a sign-out, by itself: the sign-out pages are too small for the schemas that other events come with. */
import { language } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import { deviceId } from '../api/device-id.ts'

/** Goes out while the page is being left; nobody waits for it, and failures are only logged (Spec 8). */
export async function tellLogout(platform: Platform): Promise<void> {
  const event = { event: 'logout', payload: { platform }, at: new Date().toISOString() }
  try {
    const response = await fetch('/api/analytics/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Language: language, 'X-Device-Id': deviceId() },
      body: JSON.stringify({ events: [event] }),
      credentials: 'include',
      keepalive: true,
    })
    if (!response.ok) console.warn('Analytics did not take a sign-out', response.status)
  } catch {
    console.warn('Analytics could not be told of a sign-out')
  }
}
