/** Tests the files that prove an entry of the profile (product 3, 7.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { openProfile } from './profile-steps.ts'

const evidencesPath = /^\/api\/profile\/certifications\/[^/]+\/evidences$/
const scan = ({ window }: Page) =>
  new window.File(['%PDF-1.4\n%%EOF'], 'scan.pdf', { type: 'application/pdf' })

/** Opens the files of a new certificate. */
async function openFiles() {
  const { browser, page } = await openProfile('certifications')
  await page.press('Add a certificate')
  await page.type('Certificate', 'First aid')
  await page.press('Add')
  await page.press('Files “First aid”')
  const input = await page.waitFor(() =>
    page.get.getByLabelText<HTMLInputElement>('File', { selector: 'input' }),
  )
  return { browser, page, choose: () => page.user.upload(input, scan(page)) }
}

test('an ended session asks for the password, and the chosen file is then added once', async () => {
  const { browser, page, choose } = await openFiles()
  const { accessToken } = JSON.parse(page.window.localStorage.getItem('foyer.auth.student') ?? '{}')
  await browser.service.call(logout, {}, { token: accessToken })
  await choose()
  await page.find('dialog', 'Sign in again')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.find('button', 'Download File 1')
  await page.waitFor(() => assert.ok(!page.document.querySelector('dialog'), 'still shown'))
  assert.ok(!page.get.queryByRole('button', { name: 'Download File 2' }), 'added twice')
})

test('Cancel leaves the files as they were with a sentence, and the next choice asks again', async () => {
  const { page, choose } = await openFiles()
  page.window.localStorage.removeItem('foyer.auth.student')
  await choose()
  await page.find('dialog', 'Sign in again')
  await page.press('Cancel')
  await page.sees('Your session has ended. Sign in again to go on.')
  await choose()
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.find('button', 'Download File 1')
})

test('a file that is refused or lost says why, and can be chosen again', async () => {
  const { page, choose } = await openFiles()
  const answers = [
    () =>
      refusal(400, {
        code: 'invalid-request',
        message: 'x',
        field_errors: { file: ['Choose a PDF that opens.'] },
      }),
    () => {
      throw networkError()
    },
  ]
  page.answer(evidencesPath, ({ method }) => (method === 'POST' ? answers.shift()?.() : undefined))
  await choose()
  await page.sees('Choose a PDF that opens.')
  await choose()
  await page.sees(/didn’t answer|connection/)
  await choose()
  await page.find('button', 'Download File 1')
  await page.press('Remove File 1')
  await page.waitFor(() => assert.ok(!page.get.queryByRole('button', { name: 'Download File 1' })))
})
