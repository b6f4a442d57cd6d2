import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, heading, refusedRequests, test, typeIdentifier } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { createUser, newEmail, newestCode, sentCodes, wrongCode } from '../test-users.ts'
import { chosenPassword, newPassword, sentMessages } from './password-steps.ts'

test.use({ allowed: { errors: [refusedRequests] } })

const setButton = (page: Page) => page.getByRole('button', { name: 'Set a password', exact: true })

async function openAccount(page: Page, identifier: string, request: APIRequestContext): Promise<void> {
  await page.goto('/?platform=professor&return=account')
  await typeIdentifier(page, identifier)
  // The sign-in of staff does not tell who has no password.
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
  await codeField(page).fill(await newestCode(request, identifier))
  await expect(heading(page)).toHaveText('Your account')
}

/** Signs a user without a password in by a code that goes to both contacts. */
async function signInByPhone(page: Page, request: APIRequestContext): Promise<string> {
  const email = newEmail()
  const phoneNumber = `+9198${randomInt(10_000_000, 99_999_999)}`
  const data = { platform: 'professor', email, phoneNumber, hasPassword: false }
  await request.post('/dev/people', { data })
  await openAccount(page, phoneNumber, request)
  return email
}

async function typePasswords(page: Page, text: string): Promise<void> {
  await newPassword(page).fill(text)
  await page.getByLabel('Confirm Password', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send code' }).click()
}

test('a user without a password sets one with a code, and signs in with it', async ({ page, request }) => {
  const email = await signInByPhone(page, request)
  await expect(page.locator('.facts-row', { hasText: 'Password' })).toContainText('Not set')
  await setButton(page).click()
  await expect(page).toHaveURL('/account?platform=professor#password')
  await expect(heading(page)).toHaveText('Set a password')
  await expect(newPassword(page)).toBeFocused()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await typePasswords(page, chosenPassword)
  await expect(heading(page)).toHaveText('Check your email')
  const code = await newestCode(request, email, 2)
  await codeField(page).fill(wrongCode(code))
  await expect(codeField(page)).toHaveAccessibleDescription(/That code isn’t right/)
  await codeField(page).fill(code)
  await expect(heading(page)).toHaveText('Your account')
  await expect(page.getByText('Password set. You were signed out everywhere else.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change your password' })).toBeVisible()
  await expect(setButton(page)).toHaveCount(0)
  const [notice] = await sentMessages(request, email)
  expect(notice?.subject).toMatch(/has a password now/)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/?platform=professor&return=account')
  await typeIdentifier(page, email)
  await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page)).toHaveText('Your account')
})

test('a password that the service refuses leads back to its field, and goes on with the same code', async ({
  page,
  request,
}) => {
  const email = await signInByPhone(page, request)
  await page.goto('/account?platform=professor#password')
  await expect(heading(page)).toHaveText('Set a password')
  await typePasswords(page, 'password123')
  await codeField(page).fill(await newestCode(request, email, 2))
  await expect(newPassword(page)).toHaveAccessibleDescription(/This password is too common/)
  await expect(newPassword(page)).toHaveValue('password123')
  await typePasswords(page, chosenPassword)
  await expect(page.getByText('Password set. You were signed out everywhere else.').first()).toBeVisible()
  expect(await sentCodes(request, email)).toHaveLength(2)
})

test('a user who leaves the form and comes back reads how long to wait for the next code', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { platform: 'professor' })
  await openAccount(page, email, request)
  await setButton(page).click()
  await typePasswords(page, chosenPassword)
  await expect(heading(page)).toHaveText('Check your email')
  await page.getByRole('link', { name: 'Back to your account' }).click()
  await setButton(page).click()
  await typePasswords(page, chosenPassword)
  await expect(heading(page)).toHaveText('Set a password')
  await expect(page.locator('.notice')).toContainText('You can ask for another code in')
  await expect(codeField(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
})
