/** Calls another company's server with `fetch`, with limits on time and size, and without following redirects. */
import { readUpTo } from './read-up-to.ts'

type Call = {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams | null
}

type BoundedAnswer = { status: number; contentType: string; text: string }

/**
 * Throws if the network fails, `signal` is aborted, the server redirects, the answer is larger than `maxBytes`, or the
 * URL is neither https nor, with `isOnThisMachine`, http on this machine.
 */
export async function boundedFetch(
  url: string,
  { method = 'GET', headers = {}, body = null }: Call,
  bounds: { signal: AbortSignal; maxBytes: number; isOnThisMachine: boolean },
): Promise<BoundedAnswer> {
  const { protocol, hostname } = new URL(url)
  const isHere = bounds.isOnThisMachine && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) throw new Error('The address is not https')
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers, 'accept-encoding': 'identity' },
    body,
    redirect: 'error',
    signal: bounds.signal,
  })
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await readUpTo(bounds.maxBytes, response),
  }
}
