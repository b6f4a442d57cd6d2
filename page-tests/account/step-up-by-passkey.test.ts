/** Tests that the dialogs of a proof ask for the user's passkey first, and offer the other ways (product 2.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { within } from '@testing-library/dom'
import { makeAuthenticator, passkeySteps } from '../../api/src/features/passkeys/test-authenticator.ts'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { makeKeeper } from '../browser/passkey-keeper.ts'
import { openAccount } from '../browser/sign-in.ts'

const stepUpTitle = 'Confirm that it’s you'
const dialogOf = (page: Page) => page.document.querySelector('dialog')
const hasNoDialog = (page: Page) => page.waitFor(() => assert.ok(!dialogOf(page), 'still shown'))
const tokenOf = (page: Page) =>
  JSON.parse(page.window.localStorage.getItem('foyer.auth.professor') ?? '{}').accessToken

/** jsdom does not make the page behind the dialog inert, so a button of the dialog is looked for there. */
async function pressInDialog(page: Page, name: string): Promise<void> {
  const button = await page.waitFor(() => {
    const shown = dialogOf(page)
    assert.ok(shown, 'There is no dialog')
    return within(shown).getByRole('button', { name })
  })
  await page.user.click(button)
}

/** Signs a user in who has a passkey, and types an address to add. */
async function typeAddress(browser: Browser) {
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const keeper = makeKeeper()
  // The sign-in then offers no passkey.
  keeper.hasPlatformAuthenticator = false
  const page = browser.newPage({ keeper })
  await openAccount(page, email, { section: 'account-contacts' })
  const { answer } = await passkeySteps(() => browser.service).add(tokenOf(page), keeper.authenticator)
  assert.equal(answer.status, 200, answer.text)
  await page.press('Add another email address')
  await page.type('Email', email.replace('@', '.new@'))
  return { page, keeper, uuid, email }
}

async function reachStepUp(browser: Browser) {
  const reached = await typeAddress(browser)
  await ageSessions(browser.service, reached.uuid)
  await reached.page.press('Send code')
  await reached.page.find('dialog', stepUpTitle)
  return reached
}

test('a user with a passkey is asked for it first, and the change goes on', async () => {
  const { page } = await reachStepUp(await openBrowser())
  await page.sees('Use your passkey before you change this.')
  assert.ok(!page.document.getElementById('proof-password'), 'the password is not asked for')
  await pressInDialog(page, 'Use your passkey')
  await page.heading('Check your email')
  await hasNoDialog(page)
})

test('a user who cancels the passkey proves the session by the password', async () => {
  const { page, keeper } = await reachStepUp(await openBrowser())
  keeper.isCancelling = true
  await pressInDialog(page, 'Use your passkey')
  await page.waitFor(() => assert.equal(keeper.asked.filter(({ mediation }) => !mediation).length, 1))
  await pressInDialog(page, 'Use your password')
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.heading('Check your email')
})

test('a browser with another user’s passkey says so, and the other ways stay', async () => {
  const browser = await openBrowser()
  const { page, keeper } = await reachStepUp(browser)
  const { accessToken } = await browser.service.signIn('professor')
  const { authenticator } = await passkeySteps(() => browser.service).add(accessToken, makeAuthenticator())
  // A keeper that ignores the list of the user's passkeys.
  keeper.authenticator.assert = (answer) => authenticator.assert(answer)
  await pressInDialog(page, 'Use your passkey')
  await page.notice('This passkey belongs to another account.')
  await pressInDialog(page, 'Email me a code')
  await page.focused('proof-code')
})

test('a browser without passkeys asks a user who has one for the password', async () => {
  const browser = await openBrowser()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section: 'account-contacts' })
  await passkeySteps(() => browser.service).add(tokenOf(page))
  await ageSessions(browser.service, uuid)
  await page.press('Add another email address')
  await page.type('Email', email.replace('@', '.new@'))
  await page.press('Send code')
  await page.focused('proof-password')
  assert.ok(!page.get.queryByRole('button', { name: 'Use your passkey' }))
})

test('the dialog of an ended session signs the same user in by passkey', async () => {
  const browser = await openBrowser()
  const { page } = await typeAddress(browser)
  await browser.service.call(logout, {}, { token: tokenOf(page) })
  await page.press('Send code')
  await page.find('dialog', 'Sign in again')
  await pressInDialog(page, 'Use your passkey')
  await page.heading('Check your email')
  await hasNoDialog(page)
})

test('the dialog of an ended session refuses the passkey of another user', async () => {
  const browser = await openBrowser()
  const { page, keeper, uuid } = await typeAddress(browser)
  const { accessToken } = await browser.service.signIn('professor')
  const { authenticator } = await passkeySteps(() => browser.service).add(accessToken, makeAuthenticator())
  keeper.authenticator.assert = (answer) => authenticator.assert(answer)
  await browser.service.call(logout, {}, { token: tokenOf(page) })
  await page.press('Send code')
  await page.find('dialog', 'Sign in again')
  await pressInDialog(page, 'Use your passkey')
  await page.notice('This passkey belongs to another account.')
  const [sent] = page.sentTo('/api/auth/passkey-sign-in', 'POST')
  assert.equal(sent?.body.user, uuid)
})
