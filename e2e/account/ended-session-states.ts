/** Lists the states of the dialog that signs the user in again on a page of the account. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { hasButton, hasField, press, type State } from '../state.ts'

/** Types a name, removes the session and saves. With `isKnown` false, the look-up of the user finds nobody. */
async function reachDialog(page: Page, isKnown = true): Promise<void> {
  await page.goto('/?platform=student&return=account')
  await signIn(page, 'student@foyer.test')
  await press(page, 'Change your name')
  await page.getByLabel('First name').fill('Meera')
  await page.evaluate(() => localStorage.removeItem('foyer.auth.student'))
  const errors = { code: 'user-not-found', message: 'Not found.' }
  if (!isKnown)
    await page.route('**/api/auth/users/fetch', (route) => route.fulfill({ status: 404, json: { errors } }))
  await press(page, 'Save name')
  await page.getByRole('dialog').waitFor()
}

export const endedSessionStates: readonly State[] = [
  { title: 'ended session, password', reach: (page) => reachDialog(page), check: hasField('Password') },
  {
    title: 'ended session, only the sign-in page',
    reach: (page) => reachDialog(page, false),
    check: hasButton('Go to sign-in'),
    errors: [/status of 404/],
  },
]
