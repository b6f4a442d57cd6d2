/** Tests the linked social accounts in the section 'Security' (N-121). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'
import {
  choose,
  closeSocialAfterwards,
  continueWith,
  deny,
  home,
  newAddress,
  newGmail,
  type Provider,
  signInPage,
  signUpWith,
  socialBrowser,
  socialService,
} from './social-steps.ts'

closeSocialAfterwards()

const accountPage = '/account/security?platform=student'

const removal = (page: Page, provider: Provider) => page.find('button', `Remove ${provider}`)
const question = (page: Page, provider: Provider) => page.find('group', new RegExp(`^Remove ${provider}\\?`))
const hasFocus = (page: Page, element: Element) =>
  page.waitFor(() => assert.ok(page.document.activeElement === element, 'another element has the focus'))

test('a linked account is kept on second thought, removed after a question, and linked again by Google', async () => {
  const browser = await socialBrowser()
  const page = await browser.open(signInPage)
  const email = newGmail()
  await signUpWith(page, 'Google', { email })
  await page.goto(accountPage)
  const row = (await removal(page, 'Google')).closest('.facts-row')
  assert.match(page.text(row ?? undefined), new RegExp(RegExp.escape(email)))
  await page.press('Remove Google')
  const keep = within(await question(page, 'Google')).getByRole('button', { name: 'Keep' })
  await hasFocus(page, keep)
  await page.press('Keep')
  await hasFocus(page, await removal(page, 'Google'))
  await page.press('Remove Google')
  await question(page, 'Google')
  await page.press('Remove Google')
  await page.sees('Google removed.')
  await page.focused('linked')
  await page.reload()
  await page.find('button', 'Link Google')
  await page.waitFor(() => assert.equal(page.sentTo('/api/auth/identities', 'GET').length, 3))
  assert.ok(!page.get.queryByRole('button', { name: 'Remove Google' }), 'still shown')

  await page.goto('/logout?platform=student')
  await page.shows(signInPage)
  page.left = null
  const lastUsed = 'Continue with Google You used Google last time on this device'
  await continueWith(page, 'Google', { email }, lastUsed)
  await page.leaves(home)
  await page.goto(accountPage)
  await removal(page, 'Google')
})

test('a user reads why the only way to sign in cannot be removed, until there is another one', async () => {
  const browser = await socialBrowser()
  const page = await browser.open(signInPage)
  await signUpWith(page, 'Facebook', { email: newAddress() })
  await page.goto(accountPage)
  await page.sees(
    'Your only way to sign in. To remove it, first set a password, add a passkey or verify an email.',
  )
  assert.ok(!page.get.queryByRole('button', { name: 'Remove Facebook' }), 'the button is shown')
  await leaveFor(page, 'Google')
  await choose(page, 'Google', { email: newGmail() })
  await page.sees('Google linked. You can now sign in with it.')
  await page.press('Remove Facebook')
  await question(page, 'Facebook')
  await page.press('Remove Facebook')
  await page.sees('Facebook removed.')
  await page.sees('Your only way to sign in.')
})

/** Opens the section in a new browser, as a user with a password. */
async function openSection() {
  const { service } = await socialService()
  const { uuid, email } = await service.makeUser({ email: newAddress() })
  const page = (await socialBrowser()).newPage()
  await openAccount(page, email, { platform: 'student', section: 'account-security' })
  return { page, uuid, service }
}

/** Presses the button that links an account of this provider, and waits for the provider's page. */
async function leaveFor(page: Page, provider: Provider): Promise<void> {
  page.left = null
  await page.press(`Link ${provider}`)
  await page.waitFor(() => assert.ok(page.left, 'The page of the provider is not open'))
}

test('an account is linked after a proof, and the result is taken once', async () => {
  const { page, uuid, service } = await openSection()
  await removalIsMissing(page)
  await ageSessions(service, uuid)
  page.left = null
  await page.press('Link Apple')
  await page.find('dialog', 'Confirm that it’s you')
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.waitFor(() => assert.ok(page.left, 'The page of the provider is not open'))
  const email = `${randomUUID()}@privaterelay.appleid.com`
  await choose(page, 'Apple', { email })
  await page.sees('Apple linked. You can now sign in with it.')
  await page.focused('linked')
  await removal(page, 'Apple')
  await page.sees(email)
  await page.reload()
  await removal(page, 'Apple')
  await page.find('button', 'Link Google')
  assert.ok(!page.get.queryByText(/Apple linked/), 'the result was taken twice')
})

test('a user who cancels at the provider reads that nothing was linked, and tries again', async () => {
  const { page } = await openSection()
  await leaveFor(page, 'Google')
  await deny(page)
  await page.sees('You cancelled at Google. Nothing was linked.')
  await leaveFor(page, 'Google')
  await choose(page, 'Google', { email: newGmail() })
  await page.sees('Google linked.')
})

test('an account of another user is refused with a sentence, and so is one that no answer confirms', async () => {
  const first = await openSection()
  const somebody = { email: newGmail() }
  await leaveFor(first.page, 'Google')
  await choose(first.page, 'Google', somebody)
  await first.page.sees('Google linked.')
  const { page } = await openSection()
  await leaveFor(page, 'Google')
  await choose(page, 'Google', somebody)
  await page.sees('This account already signs another user in.')
  await page.waitFor(() => assert.equal(page.document.activeElement?.getAttribute('role'), 'alert'))
  await page.find('button', 'Link Google')

  page.answer('/api/auth/identities/google/start', () => Promise.reject(networkError()))
  await page.press('Link Google')
  await page.sees('The service didn’t answer. Please try again.')
})

async function removalIsMissing(page: Page): Promise<void> {
  await page.find('button', 'Link Apple')
  assert.ok(!page.get.queryByRole('button', { name: /^Remove/ }), 'an account is linked')
}
