/**
 * Sends every request to the service. This module knows no schema, so that pages without React, which have no room for
 * schemas, can use it directly.
 */
import type { Route } from '@foyer/contract/routes/route'
import { callTimeoutMs, language, tokenScheme } from '@foyer/contract/shared-values'
import { deviceIdHeader, fromWire, sharedBrowserHeader, timeZoneHeader, toWire } from '@foyer/contract/wire'
import { deviceId } from './device/device-id.ts'
import { noteServerTime } from './server-clock.ts'
import { own, parseJson, readText } from './storage/browser-storage.ts'
import { sharedKey } from './storage/storage-keys.ts'

export type SendOptions = {
  accessToken?: string
  signal?: AbortSignal | undefined
  /** Completes the request even while the page is being left. */
  keepalive?: boolean
  /** The service creates nothing new for a repeated request with the same key. */
  idempotencyKey?: string
  /** Omits everything that identifies the browser. */
  isAnonymous?: boolean
  /** The file to upload. */
  file?: Blob
  /** The ETag of the version that the request changes; 412 answers a change of any other version. */
  ifMatch?: string
  /** Takes the place of `fetch`: fetch-with-progress.ts. */
  request?: (url: string, init: RequestInit) => Promise<Response>
}

type Values = Record<string, string | undefined>
export type Parts = { params?: Values; query?: Values; body?: unknown }

/** `data` and `errors` are the service's JSON in camelCase; undefined if a proxy answered. */
export type Reply = {
  status: number
  isEmpty: boolean
  data: unknown
  errors: unknown
  retryAfterSeconds: number | null
  /** The ETag of the answer. */
  version: string | null
}

/** Reads the time zone before the first request, because reading takes several frames on slow phones. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Returns null if no complete answer arrives. */
export async function send(
  { method, path, opaque = [], isBare }: Pick<Route, 'method' | 'path' | 'opaque' | 'isBare'>,
  { params = {}, query = {}, body }: Parts,
  {
    accessToken,
    signal,
    keepalive = false,
    idempotencyKey,
    isAnonymous = false,
    file,
    ifMatch,
    request = fetch,
  }: SendOptions = {},
): Promise<Reply | null> {
  const headers: Record<string, string> = { Language: language }
  if (body) headers['Content-Type'] = 'application/json'
  if (accessToken !== undefined) headers.Authorization = `${tokenScheme} ${accessToken}`
  if (!isAnonymous && /^\/api\/(auth|analytics|schools|help\/requests)\b/.test(path)) {
    headers[deviceIdHeader] = deviceId()
    headers[timeZoneHeader] = timeZone
    if (readText('localStorage', sharedKey) !== null) headers[sharedBrowserHeader] = 'true'
  }
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch
  const timeout = AbortSignal.timeout(callTimeoutMs)
  try {
    const response = await request(urlOf(path, params, query), {
      method,
      headers,
      body: file ? formOf(file) : body ? JSON.stringify(toWire(body, opaque)) : null,
      credentials: isAnonymous ? 'omit' : 'include',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      keepalive,
    })
    noteServerTime(response.headers.get('date'))
    const text = await response.text()
    const answer = parseJson(text)
    const wait = response.headers.get('retry-after') ?? ''
    return {
      status: response.status,
      isEmpty: text === '',
      data: isBare && response.ok ? answer : fromWire(own(answer, 'data'), opaque),
      errors: fromWire(own(answer, 'errors'), ['challenge']),
      retryAfterSeconds: /^\d+$/.test(wait) ? Number(wait) : null,
      version: response.headers.get('etag'),
    }
  } catch {
    return null
  }
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

export function urlOf(path: string, params: Values, query: Values): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toWire(query) as Values)) {
    if (value !== undefined) search.set(name, value)
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
