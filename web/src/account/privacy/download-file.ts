/** Downloads a file of the user's own export. */

import type { Platform } from '@foyer/contract/platforms'
import type { downloadExport, ExportFormat } from '@foyer/contract/routes/data-export'
import { tokenScheme } from '@foyer/contract/shared-values'
import { fromWire } from '@foyer/contract/wire'
import { endedSession } from '../../api/browser-failure.ts'
import { type Failure, networkFailure, type Success } from '../../api/failure.ts'
import { failureFrom } from '../../api/read-failure.ts'
import { own, parseJson } from '../../api/storage/browser-storage.ts'
import { withTokens } from '../../session/refresh.ts'

const path: typeof downloadExport.path = '/api/auth/users/export/file'
/** Longer than for other calls: a file may have some megabytes. */
const waitMs = 120_000
/** Browsers read the file after the click. */
const keptMs = 60_000

type File = { blob: Blob; name: string }

export async function downloadFile(
  platform: Platform,
  format: ExportFormat,
): Promise<Success<File> | Failure> {
  const { answer } = await withTokens(
    platform,
    (accessToken) => ask(format, accessToken),
    (refused) => !refused.isSuccessful && refused.statusCode === 401,
  )
  return answer ?? endedSession()
}

async function ask(format: ExportFormat, accessToken: string): Promise<Success<File> | Failure> {
  try {
    const response = await fetch(`${path}?format=${format}`, {
      headers: { Authorization: `${tokenScheme} ${accessToken}` },
      signal: AbortSignal.timeout(waitMs),
    })
    if (response.ok) {
      const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')
      const name = given?.[1] ?? `foyer-data.${format}`
      return { isSuccessful: true, data: { blob: await response.blob(), name } }
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

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, name }: File): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
