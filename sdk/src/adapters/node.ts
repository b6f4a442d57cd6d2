/** Connects a site to Node's HTTP server, on which Express and Fastify are built. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Site, SiteSession } from '../site/site.ts'

/** The object that the middleware adds to each request as `request.foyer`. */
export type RequestFoyer = {
  /**
   * Returns the user's session, or null if no user is signed in. Repeated calls share one look-up.
   * @throws FoyerError, usually 'no-answer': the session may be valid, so answer 503.
   */
  session(): Promise<SiteSession | null>
  /** Returns the path that starts a sign-in and returns to `returnTo`, by default the path of this request. */
  signInPath(returnTo?: string): string
  /**
   * Returns null if the user gave two factors, else the path that asks for them at Foyer and returns to `returnTo`, by default
   * the path of this request. Redirect to it, with status 303.
   */
  requireAssurance(session: SiteSession | null, returnTo?: string): string | null
}

/** Makes a web-standard request with the site's own origin; null if the request target is not a path. */
export function toRequest(incoming: IncomingMessage & { body?: unknown }, origin: string): Request | null {
  const { method = 'GET', url = '/' } = incoming
  // Appends the path to the origin, so that '//evil' cannot become a host.
  const address = url.startsWith('/') && URL.canParse(origin + url) ? new URL(origin + url) : null
  if (address?.origin !== origin) return null
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    for (const line of [value ?? []].flat()) headers.append(name, line)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  try {
    const body = hasBody ? bodyOf(incoming) : undefined
    return new Request(address, { method, headers, ...(body && { body, duplex: 'half' }) } as RequestInit)
  } catch {
    // `Request` refuses TRACE and CONNECT, which no page can send.
    return null
  }
}

/** Returns the body, even if a parser of the framework has already read it. */
function bodyOf(incoming: IncomingMessage & { body?: unknown }): NonNullable<RequestInit['body']> {
  const { body } = incoming
  if (body === undefined || !incoming.readableEnded) return unreadBody(incoming)
  if (typeof body === 'string' || body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body)
}

/**
 * Starts to read only when the stream is read, so that the site's own parser can read the bodies of the site's routes.
 */
function unreadBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Buffer> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
    },
    { highWaterMark: 0 },
  )
}

/** Makes the `request.foyer` of a request. */
export function requestFoyer(site: Site, request: Request | null): RequestFoyer {
  let session: Promise<SiteSession | null> | undefined
  return {
    session: () => {
      session ??= request ? site.sessionOf(request) : Promise.resolve(null)
      return session
    },
    signInPath: (returnTo = ownPath()) => site.signInPath(returnTo),
    requireAssurance: (session, returnTo = ownPath()) => site.requireAssurance(session, returnTo),
  }

  function ownPath(): string {
    const { pathname = '/', search = '' } = request ? new URL(request.url) : {}
    return pathname + search
  }
}

/** Writes a web-standard response to Node's response, with all cookies. */
export async function send(response: Response, to: ServerResponse): Promise<void> {
  to.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') to.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) to.appendHeader('set-cookie', cookies)
  to.end(Buffer.from(await response.arrayBuffer()))
}
