/** Tests the second step in the section 'Security': setting up an app, recovery codes, renaming and removing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { wrongCode } from '../../api/src/features/second-factor/test-second-factor.ts'
import { codeOf } from '../../api/src/features/second-factor/test-totp.ts'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'
import { makeOwner, openSecurity, partOf } from './security-steps.ts'

const partName = 'Second step'
const confirmPath = /^\/api\/auth\/second-factors\/[^/]+\/confirm$/
const secretOf = (page: Page) => page.document.querySelector('.totp-secret')?.textContent?.replaceAll(' ', '')

/** Opens the setup of an app. Returns the secret that the page shows. */
async function openSetup(page: Page, button = 'Add an authenticator app'): Promise<string> {
  await page.press(button)
  await page.find('img', /QR code/)
  const secret = secretOf(page)
  assert.ok(secret)
  return secret
}

/** Adds a first app. Returns its secret and the recovery codes that the page shows. */
async function addApp(page: Page) {
  const secret = await openSetup(page)
  await page.type('Code from the app', codeOf(secret, -1))
  await page.sees('Each code works once')
  const codes = [...page.document.querySelectorAll('.recovery-codes li')].map(
    ({ textContent }) => textContent,
  )
  await page.press('I’ve saved my codes')
  await page.focused('second-step')
  return { secret, codes }
}

test('a user adds an app by its first code, and gets ten recovery codes once', async () => {
  const owner = await makeOwner()
  const page = await openSecurity(owner)
  const { codes } = await addApp(page)
  assert.equal(new Set(codes).size, 10)
  const part = partOf(page, partName)
  part.getByText('10 of 10 left')
  part.getByRole('button', { name: /^Rename/ })
  await page.reload()
  await page.sees('10 of 10 left')
  assert.ok(!page.text().includes(codes[0] ?? ''), 'the page shows a recovery code again')
})

test('a phone offers its own app first, and the QR code for another device', async () => {
  const { email } = await makeOwner()
  const page = (await openBrowser()).newPage({ media: /pointer: coarse/ })
  await openAccount(page, email, { section: 'account-security' })
  await page.press('Add an authenticator app')
  const link = await page.find('link', 'Open my authenticator app')
  assert.match(link.getAttribute('href') ?? '', /^otpauth:/)
  const other = page.get.getByText('Use another device')
  assert.ok(
    link.compareDocumentPosition(other) & page.window.Node.DOCUMENT_POSITION_FOLLOWING,
    'the link is second',
  )
  assert.ok(!other.closest('details')?.open, 'the QR code is shown at first')
})

test('a user downloads the recovery codes as a text', async () => {
  const page = await openSecurity(await makeOwner())
  const files: Blob[] = []
  Object.assign(page.window.URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL() {},
  })
  await page.type('Code from the app', codeOf(await openSetup(page)))
  await page.sees('Each code works once')
  await page.press('Download')
  const codes = [...page.document.querySelectorAll('.recovery-codes li')].map(
    ({ textContent }) => textContent,
  )
  assert.equal((await files[0]?.text())?.split('\n\n')[1], `${codes.join('\n')}\n`)
})

test('a wrong first code is refused at its field, and the right one after it adds the app', async () => {
  const page = await openSecurity(await makeOwner())
  const secret = await openSetup(page)
  await page.type('Code from the app', wrongCode(codeOf(secret)))
  await page.described('totp', /That code isn’t right/)
  await page.focused('totp')
  await page.type('Code from the app', codeOf(secret))
  await page.sees('Each code works once')
})

test('a lost answer keeps the setup, and another press adds the app', async () => {
  const page = await openSecurity(await makeOwner())
  const secret = await openSetup(page)
  const arrive = page.answer(confirmPath, () => Promise.reject(networkError()))
  await page.type('Code from the app', codeOf(secret))
  await page.notice('The service didn’t answer. Please try again.')
  arrive()
  await page.press('Add this app')
  await page.sees('Each code works once')
})

test('Cancel ends the setup, and no sign-in asks for a code', async () => {
  const owner = await makeOwner()
  const page = await openSecurity(owner)
  await openSetup(page)
  await page.press('Cancel')
  await page.focused('add-totp')
  const other = (await openBrowser()).newPage()
  await openAccount(other, owner.email)
})

test('a user renames an app, and an empty name is refused', async () => {
  const page = await openSecurity(await makeOwner())
  await addApp(page)
  await page.press(/^Rename/)
  await page.type('Name of the app', ' ')
  await page.press('Save name')
  await page.described('name', /Enter a name/)
  await page.type('Name of the app', 'My old phone')
  await page.press('Save name')
  await page.press('Remove My old phone')
})

test('new recovery codes replace the earlier ones after a question', async () => {
  const page = await openSecurity(await makeOwner())
  const { codes } = await addApp(page)
  await page.press('Make new codes')
  await page.press('Keep the codes')
  await page.focused('make-codes')
  await page.press('Make new codes')
  const part = partOf(page, partName)
  await page.user.click(part.getAllByRole('button', { name: 'Make new codes' })[0] as HTMLElement)
  await page.sees('Each code works once')
  const list = page.document.querySelector<HTMLElement>('.recovery-codes ol')
  assert.ok(list)
  const made = within(list).getAllByRole('listitem')
  assert.equal(made.length, 10)
  assert.ok(!codes.includes(made[0]?.textContent ?? ''), 'the codes are the same')
})

test('a user removes the last app after a question, and sign-ins ask for no code', async () => {
  const owner = await makeOwner()
  const page = await openSecurity(owner)
  await addApp(page)
  await page.press(/^Remove Auth|^Remove .*app/)
  await page.sees('After that, your password is enough to sign in')
  await page.press('Remove app')
  await page.find('button', 'Add an authenticator app')
  const other = (await openBrowser()).newPage()
  await openAccount(other, owner.email)
})

test('a list that cannot be loaded can be loaded again', async () => {
  let arrive = () => {}
  const page = await openSecurity(await makeOwner(), (opened) => {
    arrive = opened.answer('/api/auth/second-factors', () => Promise.reject(networkError()))
  })
  const retry = await page.find('button', 'Try again to load your second step')
  arrive()
  await page.user.click(retry)
  await page.find('button', 'Add an authenticator app')
})
