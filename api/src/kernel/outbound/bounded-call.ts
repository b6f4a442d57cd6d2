/** Calls another company's server with `fetch`, with limits on time and size, and without following redirects. */
import { traced } from '../tracing/tracing.ts'

type Call = {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams | null
  /** Limits the time of the call, including the time to read the answer. */
  signal: AbortSignal
  /** The maximum size of the answer; without a value the answer is not read. */
  maxBytes?: number
}

type BoundedAnswer = { status: number; contentType: string; text: string }

/** Throws if the network fails, `signal` is aborted, the server redirects, or the answer is larger than `maxBytes`. */
export function boundedCall(url: string, call: Call): Promise<BoundedAnswer> {
  const { method = 'GET' } = call
  const facts = () => ({ 'http.request.method': method, 'server.address': new URL(url).host })
  return traced(
    'client',
    `call ${method}`,
    facts,
    () => callOnce(url, call),
    ({ status }) => ({
      'http.response.status_code': status,
    }),
  )
}

async function callOnce(
  url: string,
  { method = 'GET', headers = {}, body = null, signal, maxBytes }: Call,
): Promise<BoundedAnswer> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers, 'accept-encoding': 'identity' },
    body,
    redirect: 'error',
    signal,
  })
  const { status } = response
  const contentType = response.headers.get('content-type') ?? ''
  if (maxBytes !== undefined)
    return { status, contentType, text: (await readUpTo(maxBytes, response.body ?? [])).toString('utf8') }
  await response.body?.cancel()
  return { status, contentType, text: '' }
}

/** Thrown for an answer that is larger than its limit. */
export class TooLargeError extends Error {}

/** Reads the body of an answer. An exception in the loop closes the connection. */
export async function readUpTo(
  maxBytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new TooLargeError(`The answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
