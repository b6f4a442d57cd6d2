/** Tests title, description and focus after client-side navigations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'
import { makeUser } from './new-users.ts'

const signInTexts = ['Sign in – Service Admin – Foyer', 'Staff of Foyer sign in to Service Admin here.']
const accountTexts = ['Your account – Service Admin – Foyer', 'The Foyer account you use for Service Admin.']

/** Waits until the document has this title and description. */
function texts(page: Page, expected: readonly string[]): Promise<void> {
  return page.waitFor(() => {
    const { title } = page.document
    const description = page.document.querySelector('meta[name=description]')?.getAttribute('content')
    assert.deepEqual([title, description], expected)
  })
}

test('a move back to the first page restores its title, description and focus', async () => {
  const page = await openPage('/account?platform=serviceAdmin')
  await page.shows('/?platform=serviceAdmin')
  await texts(page, signInTexts)
  const field = await page.field('Email or phone number')
  await page.waitFor(() => assert.ok(page.document.activeElement === field, 'another element has the focus'))
  await signIn(page, await makeUser('serviceAdmin'))
  await texts(page, accountTexts)
  await page.heading('Your account')
  // The user signs out in another tab.
  page.window.localStorage.clear()
  page.window.dispatchEvent(new page.window.Event('storage'))
  await texts(page, signInTexts)
})
