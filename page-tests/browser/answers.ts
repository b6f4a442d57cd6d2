/** Answers the requests of a page with the test's own answer, or else through the service in this process. */
import type { CookieJar, DOMWindow } from 'jsdom'
import type { TestApp } from '../../api/src/testing/test-app.ts'

/** A request as the service receives it. `body` is parsed JSON, or text for any other type. */
export type SentRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
  /** Passes the request to the service, for tests that change or drop its answer. */
  forward(): Promise<Response>
}

/**
 * Answers a request for a test. undefined passes the request to the service; a promise that never settles keeps the
 * page waiting.
 */
export type Answerer = (request: SentRequest) => Response | undefined | Promise<Response | undefined>

/** Makes a JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** Makes a refusal in the service's format. */
export function refusal(
  status: number,
  errors: { code: string; message?: string; [name: string]: unknown },
  headers: Record<string, string> = {},
): Response {
  return json(status, { errors }, headers)
}

/** The error that `fetch` throws if the network fails. */
export const networkError = () => new TypeError('Failed to fetch')

type Network = {
  app: TestApp['app']
  jar: CookieJar
  isOnline(): boolean
  answerers: readonly { path: string | RegExp; answer: Answerer }[]
  sent: SentRequest[]
}

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/** Returns the `fetch` of a window. */
export function fetchOf(window: DOMWindow, network: Network): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input, window.location.href)
    const { signal } = init
    const aborted = new Promise<never>((_, reject) => {
      const abort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort, { once: true })
    })
    aborted.catch(() => {})
    return Promise.race([answerTo(url, init, window, network), aborted])
  }
}

async function answerTo(url: URL, init: RequestInit, window: DOMWindow, network: Network): Promise<Response> {
  const method = (init.method ?? 'GET').toUpperCase()
  const content = await contentOf(init.body, window)
  const headers = new Headers(init.headers)
  if (content.type && !headers.has('content-type')) headers.set('content-type', content.type)
  const { origin } = window.location
  headers.set('sec-fetch-site', url.origin === origin ? 'same-origin' : 'cross-site')
  if (method !== 'GET') headers.set('origin', origin)
  const text = typeof content.payload === 'string' ? content.payload : ''
  const request: SentRequest = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    forward: () => {
      if (url.origin !== origin) throw networkError()
      const usesCookies = init.credentials !== 'omit'
      return ask(network, url, { method, headers, payload: content.payload }, usesCookies)
    },
  }
  network.sent.push(request)
  if (!network.isOnline()) throw networkError()
  for (const { path, answer } of network.answerers) {
    if (typeof path === 'string' ? path !== url.pathname : !path.test(url.pathname)) continue
    const answered = await answer(request)
    if (answered) return answered
  }
  return request.forward()
}

type Sent = { method: string; headers: Headers; payload?: string | Buffer | undefined }

/** Sends a request to the service with the browser's cookies, and stores the cookies that the service sets. */
export async function ask(
  { app, jar }: Pick<Network, 'app' | 'jar'>,
  url: URL,
  { method, headers, payload }: Sent,
  usesCookies = true,
): Promise<Response> {
  const cookie = usesCookies ? jar.getCookieStringSync(url.href) : ''
  const answer = await app.inject({
    method: method as 'GET',
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), ...(cookie && { cookie }) },
    ...(payload !== undefined && { payload }),
  })
  if (usesCookies)
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) jar.setCookieSync(set, url.href)
  const answered = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) answered.append(name, String(one))
  const isEmpty = [204, 205, 304].includes(answer.statusCode)
  return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: answered,
  })
}

/** Reads a request body of the page. Converts a jsdom form to a Node form, which Node can send. */
async function contentOf(
  body: unknown,
  window: DOMWindow,
): Promise<{ payload?: string | Buffer; type?: string | null }> {
  if (body === null || body === undefined) return {}
  if (!(body instanceof window.FormData)) return { payload: String(body) }
  const form = new FormData()
  for (const [name, value] of body as unknown as Iterable<[string, string | File]>) {
    if (typeof value === 'string') form.append(name, value)
    else
      form.append(
        name,
        new Blob([new Uint8Array(await value.arrayBuffer())], { type: value.type }),
        value.name,
      )
  }
  const sent = new Response(form)
  return { payload: Buffer.from(await sent.arrayBuffer()), type: sent.headers.get('content-type') }
}
