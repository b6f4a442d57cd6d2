import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { createUser } from '../test-users.ts'
import { choosePassword, chosenPassword, newPassword, sentMessages, username } from './password-steps.ts'

const changedText = 'Password changed. You were signed out everywhere else.'
const current = (page: Page) => page.getByLabel('Current password', { exact: true })

test.use({ allowed: { errors: [refusedRequests] } })

async function signInProfessor(page: Page): Promise<string> {
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&return=account')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account\?platform=professor$/)
  return email
}

test('a user changes the password from the account page and is signed out everywhere else', async ({
  page,
  request,
  browser,
}) => {
  const email = await signInProfessor(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/?platform=professor&return=account')
  await signIn(other, email)
  await expect(other).toHaveURL(/\/account/)
  await other.goto('/account?platform=professor#password')
  await expect(current(other)).toBeVisible()

  await page.getByRole('button', { name: 'Change your password' }).click()
  await expect(page).toHaveURL('/account?platform=professor#password')
  await expect(heading(page)).toHaveText('Change your password')
  await expect(page).toHaveTitle(/^Change your password – Professor Portal – /)
  await expect(current(page)).toBeFocused()
  await expect(current(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password')
  await expect(username(page)).toHaveValue(email)
  await current(page).fill(password)
  await choosePassword(page)
  await expect(page.getByText(changedText).first()).toBeVisible()
  await expect(page.locator('#live-status')).toHaveText(changedText)
  await expect(heading(page)).toHaveText('Your account')
  await expect(page).toHaveURL('/account?platform=professor')

  const [notice] = await sentMessages(request, email)
  expect(notice?.subject).toMatch(/password was changed/)
  const refused = await other.evaluate(async () => {
    const { refreshToken } = JSON.parse(localStorage.getItem('foyer.auth.professor') ?? '{}')
    const body = JSON.stringify({ refresh_token: refreshToken })
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/auth/refresh-token', { method: 'POST', headers, body })).status
  })
  expect(refused).toBe(401)
  await current(other).fill(password)
  await choosePassword(other, 'another staple of batteries')
  await expect(other.getByText('Your session has ended.').first()).toBeVisible()
  await other.getByRole('button', { name: /^Continue as/ }).click()
  await typePassword(other, chosenPassword)
  await expect(other).toHaveURL(/\/account/)
  await elsewhere.close()
})

test('the change-password form shows each error at its field and clears a wrong current password', async ({
  page,
}) => {
  await signInProfessor(page)
  await page.goto('/account?platform=professor#password')
  await current(page).fill('not my password')
  await choosePassword(page)
  await expect(current(page)).toHaveAccessibleDescription(/not your current password/)
  await expect(current(page)).toBeFocused()
  await expect(current(page)).toHaveValue('')
  await expect(newPassword(page)).toHaveValue(chosenPassword)
  await expect(page).toHaveTitle(/^Error: Change your password/)
  await current(page).fill(password)
  await choosePassword(page, password)
  await expect(newPassword(page)).toHaveAccessibleDescription(/your current password/)
  await choosePassword(page, 'password123')
  await expect(newPassword(page)).toHaveAccessibleDescription(/harder to guess/)
  await choosePassword(page)
  await expect(page.getByText(changedText).first()).toBeVisible()
})

test('Back, Forward, a reload and a link lead between the change-password form and the account page', async ({
  page,
}) => {
  await signInProfessor(page)
  await page.getByRole('button', { name: 'Change your password' }).click()
  await expect(heading(page)).toHaveText('Change your password')
  await page.goBack()
  await expect(heading(page)).toHaveText('Your account')
  await page.goForward()
  await expect(heading(page)).toHaveText('Change your password')
  await page.reload()
  await expect(current(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to your account' }).click()
  await expect(heading(page)).toHaveText('Your account')
  await expect(page).toHaveURL('/account?platform=professor')
})

test('a user who forgot the current password goes to the forgot-password page with the email filled in', async ({
  page,
}) => {
  const email = await signInProfessor(page)
  await page.goto('/account?platform=professor#password')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expect(username(page)).toHaveValue(email)
})

test.describe('/.well-known/change-password', () => {
  test('/.well-known/change-password leads a signed-in user to the form of their platform', async ({
    page,
  }) => {
    await signInProfessor(page)
    await page.goto('/.well-known/change-password')
    await expect(page).toHaveURL('/account?platform=professor#password')
    await expect(current(page)).toBeVisible()
  })

  test('/.well-known/change-password leads a signed-out user to sign-in and then to the form', async ({
    page,
  }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/.well-known/change-password')
    await expect(page.getByLabel('Email or phone number')).toBeVisible()
    await signIn(page, email)
    await expect(page).toHaveURL('/account?platform=student#password')
    await expect(current(page)).toBeVisible()
  })
})

test('a new fragment in the address opens the change-password form on the page that is shown', async ({
  page,
}) => {
  await signInProfessor(page)
  await page.evaluate(() => {
    location.hash = 'password'
  })
  await expect(heading(page)).toHaveText('Change your password')
  await page.goBack()
  await expect(heading(page)).toHaveText('Your account')
})

test('the account page leads to sign-in when the session was ended elsewhere', async ({ page }) => {
  await signInProfessor(page)
  const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('foyer.auth.professor') ?? ''))
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${auth.accessToken}` } })
  await page.reload()
  await expect(page.getByText('Your session has ended.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue as/ })).toBeVisible()
})
