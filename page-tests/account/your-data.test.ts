/** Tests the export of the user's data on its page (product 2.5, N-191). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloadExport, getExport, requestExport } from '@foyer/contract/routes/data-export'
import { makeNextExport } from '../../api/src/features/data-export/make-export.ts'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'

async function openPrivacy() {
  const browser = await openBrowser()
  const { service } = browser
  const { uuid, email } = await service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section: 'account-privacy' })
  const make = async () => {
    while (await makeNextExport(service.services)) {}
  }
  return { service, page, uuid, email, make }
}

/** Collects the files that the page hands to the browser. jsdom has no downloads. */
function watchFiles(page: Page): { name: string; blob: Blob }[] {
  const files: { name: string; blob: Blob }[] = []
  const { window } = page
  let last: Blob | null = null
  Object.assign(window.URL, {
    createObjectURL: (blob: Blob) => {
      last = blob
      return 'blob:file'
    },
    revokeObjectURL: () => {},
  })
  window.HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    if (last) files.push({ name: this.download, blob: last })
  }
  return files
}

test('a user asks for the files, sees how far they are, and downloads both', async () => {
  const { page, email, make } = await openPrivacy()
  const files = watchFiles(page)
  await page.press('Get your data')
  await page.sees('We’re getting your data ready: 0 %')
  await make()
  await page.press(/^Download as a page/)
  await page.waitFor(() => assert.equal(files.length, 1))
  await page.press(/^Download as data/)
  await page.waitFor(() => assert.equal(files.length, 2))
  const [html, json] = files
  assert.match(html?.name ?? '', /^foyer-data-\d{4}-\d\d-\d\d\.html$/)
  assert.match(json?.name ?? '', /\.json$/)
  const data = JSON.parse((await json?.blob.text()) ?? '')
  assert.equal(data.contacts[0].value, email)
  await page.press('Make new files')
  await page.sees('We’re getting your data ready')
})

test('asking and downloading need a recent proof', async () => {
  const { service, page, uuid, make } = await openPrivacy()
  const files = watchFiles(page)
  await ageSessions(service, uuid)
  await page.press('Get your data')
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.sees('We’re getting your data ready')
  await make()
  await page.find('button', /^Download as a page/)
  await ageSessions(service, uuid)
  await page.press(/^Download as a page/)
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.waitFor(() => assert.equal(files.length, 1))
})

test('the page of a hotel’s network in place of a file is not saved', async () => {
  const { page, make } = await openPrivacy()
  const files = watchFiles(page)
  await page.press('Get your data')
  await page.sees('We’re getting your data ready')
  await make()
  page.answer(
    downloadExport.path,
    () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
  )
  await page.press(/^Download as a page/)
  await page.notice(/didn’t answer/)
  assert.deepEqual(files, [])
})

test('files that could not be made can be asked for again', async () => {
  const { service, page, uuid } = await openPrivacy()
  await page.press('Get your data')
  await page.sees('We’re getting your data ready')
  const { db } = service.services
  await db.updateTable('dataExports').set({ state: 'failed' }).where('userId', '=', uuid).execute()
  await page.notice('We couldn’t get your data ready. Please try again.')
  await page.press('Try again')
  await page.sees('We’re getting your data ready')
})

test('a request, a download or a list that fails says why', async () => {
  const { page, make } = await openPrivacy()
  const stop = page.answer(requestExport.path, ({ method }) =>
    method === 'POST'
      ? refusal(429, { code: 'too-many-attempts', message: 'Try again tomorrow.' })
      : undefined,
  )
  await page.press('Get your data')
  await page.notice('Try again tomorrow.')
  stop()
  await page.press('Get your data')
  await page.sees('We’re getting your data ready')
  await make()
  const stopDownload = page.answer(downloadExport.path, () => {
    throw networkError()
  })
  await page.press(/^Download as a page/)
  await page.notice(/connection|answer/i)
  stopDownload()
  const stopList = page.answer(getExport.path, () => {
    throw networkError()
  })
  await page.reload()
  await page.notice(/connection|answer/i)
  stopList()
  await page.press('Try again to load your files')
  await page.find('button', /^Download as a page/)
})

test('files that have expired meanwhile are not offered any more', async () => {
  const { service, page, uuid, make } = await openPrivacy()
  await page.press('Get your data')
  await page.sees('We’re getting your data ready')
  await make()
  await page.find('button', /^Download as a page/)
  const { db } = service.services
  await db
    .updateTable('dataExports')
    .set({ expiresAt: new Date(0) })
    .where('userId', '=', uuid)
    .execute()
  await page.press(/^Download as a page/)
  await page.find('button', 'Get your data')
})
