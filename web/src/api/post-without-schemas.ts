/** Sends a POST without the contract's schemas (call.ts), which are too large for pages without React. */
import { language } from '@foyer/contract/shared-values'
import { deviceIdHeader, fromWire, timeZoneHeader, toWire } from '@foyer/contract/wire'
import { deviceId } from './device/device-id.ts'
import { own, parseJson } from './storage/browser-storage.ts'

type Given = {
  body?: object
  authorization?: string
  signal?: AbortSignal
  /** Sends the request even while the page is being left. */
  keepalive?: boolean
  /** Sends nothing that names the browser. */
  isAnonymous?: boolean
}

/** `data` and `code` are what the service wrote, if it was the service that answered. */
export type Reply = { status: number; data: unknown; code: unknown }

/** Returns null without a whole answer. */
export async function postWithoutSchemas(
  path: string,
  { body, authorization, signal, keepalive = false, isAnonymous = false }: Given,
): Promise<Reply | null> {
  const headers: Record<string, string> = { Language: language }
  if (!isAnonymous) {
    headers[deviceIdHeader] = deviceId()
    headers[timeZoneHeader] = Intl.DateTimeFormat().resolvedOptions().timeZone
  }
  if (body) headers['Content-Type'] = 'application/json'
  if (authorization) headers.Authorization = authorization
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: body ? JSON.stringify(toWire(body)) : null,
      credentials: isAnonymous ? 'omit' : 'include',
      keepalive,
      signal: signal ?? null,
    })
    const answer = parseJson(await response.text())
    return {
      status: response.status,
      data: fromWire(own(answer, 'data')),
      code: own(own(answer, 'errors'), 'code'),
    }
  } catch {
    return null
  }
}
