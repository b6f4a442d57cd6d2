/** Downloads files for a signed-in user. The answer of a file is no JSON, so call.ts cannot read it. */
import type { Platform } from '@foyer/contract/platforms'
import type { Call, Route } from '@foyer/contract/routes/route'
import { tokenScheme } from '@foyer/contract/shared-values'
import { fromWire } from '@foyer/contract/wire'
import { endedSession } from '../api/browser-failure.ts'
import { type Failure, networkFailure, type Success } from '../api/failure.ts'
import { failureFrom } from '../api/read-failure.ts'
import { type Parts, urlOf } from '../api/send.ts'
import { own, parseJson } from '../api/storage/browser-storage.ts'
import { withTokens } from './refresh.ts'

/** Longer than for other calls: a file may have some megabytes. */
const waitMs = 120_000
/** Browsers read the file after the click. */
const keptMs = 60_000

type FileRoute = Route & { method: 'GET'; access: 'bearer' | 'own-session'; file: readonly string[] }
export type DownloadedFile = { blob: Blob; name: string }

export async function downloadSignedIn<R extends FileRoute>(
  platform: Platform,
  route: R,
  given: Call<R>,
): Promise<Success<DownloadedFile> | Failure> {
  const { params = {}, query = {} } = given as Parts
  const { answer } = await withTokens(
    platform,
    (accessToken) => ask(urlOf(route.path, params, query), accessToken),
    (refused) => !refused.isSuccessful && refused.statusCode === 401,
  )
  return answer ?? endedSession()
}

async function ask(url: string, accessToken: string): Promise<Success<DownloadedFile> | Failure> {
  try {
    const response = await fetch(url, {
      headers: { Authorization: `${tokenScheme} ${accessToken}` },
      signal: AbortSignal.timeout(waitMs),
    })
    if (response.ok) {
      const name = nameIn(response.headers.get('content-disposition') ?? '')
      // The service names every file. An answer without a name comes from a proxy, such as the sign-in page of a hotel.
      return name === null
        ? networkFailure()
        : { isSuccessful: true, data: { blob: await response.blob(), name } }
    }
    const text = await response.text()
    return failureFrom({
      status: response.status,
      isEmpty: text === '',
      data: undefined,
      errors: fromWire(own(parseJson(text), 'errors')),
      retryAfterSeconds: null,
      version: null,
    })
  } catch {
    return networkFailure()
  }
}

/** @example nameIn("attachment; filename*=UTF-8''Asha%20Rao.pdf") // 'Asha Rao.pdf' */
function nameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? null)
}

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, name }: DownloadedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}

/** Returns an image as a URL that the page's policy allows. */
export function dataUrlOf(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(image)
  })
}
