/** Makes the answers of a site's routes. */

/** Redirects with 303, so that no POST is repeated elsewhere (RFC 9700 §4.12). */
export function redirect(location: string, ...cookies: string[]): Response {
  return withCookies(
    new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } }),
    cookies,
  )
}

/** Answers a script of this site. No other origin may read the answer. */
export function json(status: number, body: unknown, ...cookies: string[]): Response {
  const response = new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  })
  return withCookies(response, cookies)
}

export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * Returns whether this site's own page sent the request. Browsers state its origin, and other sites cannot forge it
 * (Fetch Metadata).
 */
export function isFromHere({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null ? headers.get('origin') === origin : site === 'same-origin'
}

const maxBodyBytes = 16_384

/** Reads a small body; returns null if it is too long or not UTF-8. */
export async function readBody(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) return null
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return null
  }
}
