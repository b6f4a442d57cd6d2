/**
 * Finds the platform's window that opened this popup or embeds this frame. Messages go only to the exact origin of that
 * window.
 */
import type { Site } from '@foyer/contract/site'
import { trustedOrigin } from '@foyer/contract/targets/trusted-origin'
import type { Message, MessageName } from '@foyer/contract/window-messages'

export type WindowKind = 'popup' | 'frame'

export type Receiver = { post(message: Message<MessageName>): void }

/** Returns null if the query names no registered origin, or if the other window does not exist or was closed. */
export function findReceiver(kind: WindowKind, site: Site, search: URLSearchParams): Receiver | null {
  const origin = trustedOrigin(search.get('origin'), site.redirectOrigins)
  const other = kind === 'popup' ? window.opener : window.parent
  if (!origin || !other || other === window || other.closed) return null
  return { post: (message) => other.postMessage(message, origin) }
}
