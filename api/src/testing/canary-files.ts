/** Uploads files whose name and content are canary values, as a picture and as evidences. */
import { evidenceOperations } from '@foyer/contract/profile/evidences'
import { putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import type { Route } from '@foyer/contract/routes/route'
import { pdf, photo } from '../kernel/uploads/test-files.ts'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'
import { uploadForm } from './upload-form.ts'

const someId = 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f'

export async function uploadFiles({ app }: TestApp, send: Send, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const content = sent['malformed body']
  const files = [await photo().jpeg().toBuffer(), pdf(`% ${content}\n`), Buffer.from(content)]
  const routes: Route[] = [putOwnPicture, ...Object.values(evidenceOperations)]
  for (const { method, path, upload } of routes) {
    const url = path.replace(':id', someId).replace(':evidenceId', someId)
    if (!upload) await app.inject({ method, url, headers: own })
    else
      for (const bytes of files) {
        const form = uploadForm({ bytes, fileName: `${content}.pdf` })
        await app.inject({ method, url, ...form, headers: { ...form.headers, ...own } })
      }
  }
  await send(removeOwnPicture, undefined, own)
}
