/** Tests title and focus after client-side navigations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'
import { makeUser } from './new-users.ts'

const signInTitle = 'Sign in – Service Admin – Foyer'

function hasTitle(page: Page, title: string): Promise<void> {
  return page.waitFor(() => assert.equal(page.document.title, title))
}

test('a move back to the first page restores its title and focus', async () => {
  const page = await openPage('/account?platform=serviceAdmin')
  await page.shows('/?platform=serviceAdmin')
  await hasTitle(page, signInTitle)
  const field = await page.field('Email or phone number')
  await page.waitFor(() => assert.ok(page.document.activeElement === field, 'another element has the focus'))
  await signIn(page, await makeUser('serviceAdmin'))
  await hasTitle(page, 'Your account – Service Admin – Foyer')
  await page.heading('Your account')
  // The user signs out in another tab.
  page.window.localStorage.clear()
  page.window.dispatchEvent(new page.window.Event('storage'))
  await hasTitle(page, signInTitle)
})
