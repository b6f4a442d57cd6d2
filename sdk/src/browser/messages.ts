/** Reads the messages of Foyer's windows and checks every value, because any window may send any value. */

export type Config = {
  /** Foyer's origin; messages from other origins are ignored. */
  accountsOrigin: string
  accountsUrl: string
  platform: string
  basePath: string
}

export type FoyerMessage =
  | { type: 'foyer:ready' | 'foyer:logout-success' }
  | { type: 'foyer:code'; code: string | null }
  | { type: 'foyer:resize'; heightPx: number }

const maxCodeLength = 512
const maxHeightPx = 10_000

/** Returns a message of Foyer, or null for any other value. Only own properties count. */
function readMessage(data: unknown, platform: string): FoyerMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const own = (key: string): unknown =>
    Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : undefined
  const type = own('type')
  if (type === 'foyer:resize') {
    const heightPx = own('heightPx')
    const isHeight = typeof heightPx === 'number' && heightPx >= 0 && heightPx <= maxHeightPx
    return isHeight ? { type, heightPx } : null
  }
  if (own('platform') !== platform) return null
  if (type === 'foyer:ready' || type === 'foyer:logout-success') return { type }
  if (type !== 'foyer:code') return null
  const code = own('code')
  const isCode = code === null || (typeof code === 'string' && code !== '' && code.length <= maxCodeLength)
  return isCode ? { type, code } : null
}

/** Passes the messages of one window of Foyer to `take`, until the returned function is called. */
export function listen(
  { accountsOrigin, platform }: Config,
  source: Window | null,
  take: (message: FoyerMessage) => void,
): () => void {
  function onMessage(event: MessageEvent): void {
    if (!source || event.source !== source || event.origin !== accountsOrigin) return
    const message = readMessage(event.data, platform)
    if (message) take(message)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/** Makes the URL of a page of Foyer for this platform and origin. */
export function addressOf(config: Config, path: string, query: Record<string, string> = {}): string {
  const all = new URLSearchParams({ platform: config.platform, origin: location.origin, ...query })
  return `${config.accountsUrl}${path}?${all}`
}

/** Makes the query parameters that bind a code to this browser (RFC 7636). */
export function challenge(codeChallenge: string): Record<string, string> {
  return { code_challenge: codeChallenge, code_challenge_method: 'S256' }
}
