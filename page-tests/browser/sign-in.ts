/** Signs users in through the pages. */
import { type PageName, pageFacts } from '@foyer/contract/pages'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import type { Page } from './page.ts'

/** Signs in with a password on the sign-in page that the tab shows. */
export async function signIn(page: Page, identifier: string, password = rightPassword): Promise<void> {
  await page.type(/^Email/, identifier)
  await page.press('Next')
  await page.focused('current-password')
  await page.type('Password', password)
  await page.press('Sign in')
}

/** Opens a section of the account; the user signs in first. */
export async function openAccount(
  page: Page,
  identifier: string,
  { platform = 'professor', section = 'account' as PageName } = {},
): Promise<void> {
  await page.goto(`/?platform=${platform}&return=${section}`)
  await signIn(page, identifier)
  await page.heading(pageFacts(section).title)
}
