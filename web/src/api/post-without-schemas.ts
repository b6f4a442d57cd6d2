/** Sends a POST without the contract's schemas (call.ts), which are too large for the logout pages. */
import { language } from '@foyer/contract/numbers'
import { deviceIdHeader } from '@foyer/contract/wire'
import { deviceId } from './device/device-id.ts'

type Given = { body?: object; authorization?: string; signal?: AbortSignal }

/** Sends the request even while the page is being left. Returns the status, or null without an answer. */
export async function postWithoutSchemas(
  path: string,
  { body, authorization, signal }: Given,
): Promise<number | null> {
  const headers: Record<string, string> = { Language: language, [deviceIdHeader]: deviceId() }
  if (body) headers['Content-Type'] = 'application/json'
  if (authorization) headers.Authorization = authorization
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: body ? JSON.stringify(body) : null,
      credentials: 'include',
      keepalive: true,
      signal: signal ?? null,
    })
    return response.status
  } catch {
    return null
  }
}
