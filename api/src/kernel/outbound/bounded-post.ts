/** Sends a POST to another company's server, with limits on time and size, and without following redirects. */
import { readUpTo } from './read-up-to.ts'

type OutboundCall = {
  url: string
  headers?: Record<string, string>
  body: string | URLSearchParams
  timeoutMs: number
  /** The maximum size of the answer; without a value the answer is not read. */
  maxBytes?: number
}

/** Throws if the network fails, the time is over, the server redirects, or the answer is larger than `maxBytes`. */
export async function boundedPost({
  url,
  headers = {},
  body,
  timeoutMs,
  maxBytes,
}: OutboundCall): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
    body,
    redirect: 'error',
    // The time limit includes reading the body.
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  if (maxBytes !== undefined) return { status, text: await readUpTo(maxBytes, response) }
  await response.body?.cancel()
  return { status, text: '' }
}
