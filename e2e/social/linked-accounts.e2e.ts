import type { Locator, Page } from '@playwright/test'
import { expect, refusedRequests, test } from '../browser.ts'
import { continueWith, learnerHome, newGmail, signInPage, signUpWith } from './social-steps.ts'

const accountPage = '/account?platform=student'

const removal = (page: Page, provider: string): Locator =>
  page.getByRole('button', { name: `Remove ${provider}` })
const question = (page: Page, provider: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^Remove ${provider}\\?`) })

test.beforeEach(({ alsoAllowed }) => {
  // The first answer of a sign-up says that there is no account yet.
  alsoAllowed.push(refusedRequests)
})

test('a linked account is kept on second thought, removed after a question, and linked again by Google', async ({
  page,
}) => {
  const email = newGmail()
  await signUpWith(page, 'Google', { email })
  await page.goto(accountPage)
  const main = page.getByRole('main')
  await expect(main.locator('.facts-row', { has: removal(page, 'Google') })).toContainText(email)
  await removal(page, 'Google').click()
  const asked = question(page, 'Google')
  await expect(asked.getByRole('button', { name: 'Keep' })).toBeFocused()
  await asked.getByRole('button', { name: 'Keep' }).click()
  await expect(removal(page, 'Google')).toBeFocused()
  await removal(page, 'Google').click()
  await asked.getByRole('button', { name: 'Remove Google' }).click()
  await expect(main.getByText('Google removed.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(main.getByText('Platform', { exact: true })).toBeVisible()
  await expect(removal(page, 'Google')).toHaveCount(0)

  await page.goto('/logout?platform=student')
  await expect(page).not.toHaveURL(/logout/)
  await page.goto(signInPage)
  await continueWith(page, 'Google', { email })
  await expect(page).toHaveURL(learnerHome)
  await page.goto(accountPage)
  await expect(removal(page, 'Google')).toBeVisible()
})

test('the last way in stays, with what to do first', async ({ page }) => {
  await signUpWith(page, 'Facebook', { email: `farid.${crypto.randomUUID()}@web.example` })
  await page.goto(accountPage)
  await removal(page, 'Facebook').click()
  const asked = question(page, 'Facebook')
  await asked.getByRole('button', { name: 'Remove Facebook' }).click()
  await expect(asked.getByRole('alert')).toContainText('Set a password')
  await expect(asked.getByRole('alert')).toBeFocused()
})
