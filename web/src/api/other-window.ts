/** Finds the window of the platform that opened this popup or embeds this frame. Messages go only to its exact origin. */
import type { Site } from '@foyer/contract/site'
import { trustedOrigin } from '@foyer/contract/targets/trusted-origin'
import type { Message, MessageName } from '@foyer/contract/window-messages'

export type WindowKind = 'popup' | 'frame'

export type Receiver = { post(message: Message<MessageName>): void }

/** Returns null if the query names no registered origin, or if there is no such window, or no longer. */
export function findReceiver(kind: WindowKind, site: Site, search: URLSearchParams): Receiver | null {
  const origin = trustedOrigin(search.get('origin'), site.redirectOrigins)
  const other = kind === 'popup' ? window.opener : window.parent
  if (!origin || !other || other === window || other.closed) return null
  return { post: (message) => other.postMessage(message, origin) }
}
