/** Counts the notifications that the user has not opened. */
import type { Platform } from '@foyer/contract/platforms'
import { listNotifications } from '@foyer/contract/routes/notifications'
import { callSignedIn } from './signed-in-call.ts'

/** The highest count; more are shown as '9+'. */
export const unreadMax = 9

const changed = 'foyer:notifications'

/** Returns at most `unreadMax` + 1; 0 if the service does not answer, since a page works without the count. */
export async function countUnread(platform: Platform, signal: AbortSignal): Promise<number> {
  const query = { opened: 'false', pageSize: String(unreadMax + 1) } as const
  const answer = await callSignedIn(platform, listNotifications, { query }, { reload: false, signal }).catch(
    () => null,
  )
  return answer !== null && answer !== 'reloading' && answer.isSuccessful ? answer.data.length : 0
}

/** Tells the header that the user has opened or closed a notification. */
export function reportOpened(): void {
  dispatchEvent(new Event(changed))
}

/** Calls `listener` after `reportOpened`, until the returned function is called. */
export function onOpened(listener: () => void): () => void {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}
