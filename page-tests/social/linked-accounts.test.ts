/** Tests the linked social accounts in the section 'Security' (N-121). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import type { Page } from '../browser/page.ts'
import {
  closeSocialAfterwards,
  continueWith,
  home,
  newAddress,
  newGmail,
  type Provider,
  signInPage,
  signUpWith,
  socialBrowser,
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
  await page.sees('To link Google, Facebook or Apple')
  await page.waitFor(() => assert.equal(page.sentTo('/api/auth/identities', 'GET').length, 2))
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

test('a user cannot remove the only way to sign in, and reads what to add first', async () => {
  const browser = await socialBrowser()
  const page = await browser.open(signInPage)
  await signUpWith(page, 'Facebook', { email: newAddress() })
  await page.goto(accountPage)
  await page.press('Remove Facebook')
  const asked = await question(page, 'Facebook')
  await page.press('Remove Facebook')
  const alert = await page.waitFor(() => within(asked).getByRole('alert'))
  assert.match(page.text(alert), /Set a password/)
  await hasFocus(page, alert)
})
