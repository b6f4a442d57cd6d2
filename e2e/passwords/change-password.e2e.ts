/** Tests the change-password form through the tab's history, and in two browsers. */
import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { createUser } from '../test-users.ts'
import { choosePassword, chosenPassword } from './password-steps.ts'

const current = (page: Page) => page.getByLabel('Current password', { exact: true })

test.use({ allowed: { errors: [refusedRequests] } })

async function signInProfessor(page: Page): Promise<string> {
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&return=account-security')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account\/security\?platform=professor$/)
  return email
}

test('a user changes the password and signs in with it in another browser, which was signed out', async ({
  page,
  browser,
}) => {
  const email = await signInProfessor(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/?platform=professor&return=account-security')
  await signIn(other, email)
  await expect(other).toHaveURL(/\/account/)

  await page.getByRole('button', { name: 'Change your password' }).click()
  await current(page).fill(password)
  await choosePassword(page)
  await expect(heading(page)).toHaveText('Security')

  await other.reload()
  await expect(other.getByText('Your session has ended.').first()).toBeVisible()
  await typePassword(other, chosenPassword)
  await expect(other).toHaveURL(/\/account/)
  await elsewhere.close()
})

test('Back, Forward, a reload, a link and a fragment lead between the change-password form and its section', async ({
  page,
}) => {
  await signInProfessor(page)
  await page.getByRole('button', { name: 'Change your password' }).click()
  await expect(heading(page)).toHaveText('Change your password')
  await page.goBack()
  await expect(heading(page)).toHaveText('Security')
  await page.goForward()
  await expect(heading(page)).toHaveText('Change your password')
  await page.reload()
  await expect(current(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to security' }).click()
  await expect(heading(page)).toHaveText('Security')
  await expect(page).toHaveURL('/account/security?platform=professor')
  await page.evaluate(() => {
    location.hash = 'password'
  })
  await expect(heading(page)).toHaveText('Change your password')
  await page.goBack()
  await expect(heading(page)).toHaveText('Security')
})
