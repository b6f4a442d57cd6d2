/** Calls to other people's servers: bounded in time and size, never led elsewhere by a redirect. */

type Outside = {
  url: string
  headers?: Record<string, string>
  body: string | URLSearchParams
  timeoutMs: number
  /** Of the answer; without it, it is not read at all. */
  maxBytes?: number
}

/** Throws for whatever is no answer: no network, no time, a redirect, more than `maxBytes`. */
export async function boundedPost({
  url,
  headers = {},
  body,
  timeoutMs,
  maxBytes,
}: Outside): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
    body,
    redirect: 'error',
    // Holds for the body as well, however slowly it drips.
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  if (maxBytes !== undefined) return { status, text: await readUpTo(maxBytes, response) }
  await response.body?.cancel()
  return { status, text: '' }
}

/** Leaving the loop early closes the connection. */
async function readUpTo(maxBytes: number, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
