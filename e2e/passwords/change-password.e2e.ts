import type { Page } from '@playwright/test'
import { expect, password, refusedRequests, signIn, test, typeIdentifier, typePassword } from '../browser.ts'
import { newPerson } from '../people.ts'
import {
  choosePassword,
  chosenPassword,
  heading,
  messagesTo,
  newPassword,
  username,
} from './password-steps.ts'

const done = 'Password changed. You were signed out everywhere else.'
const current = (page: Page) => page.getByLabel('Current password', { exact: true })

test.use({ allowed: { errors: [refusedRequests] } })

async function signedIn(page: Page): Promise<string> {
  const email = await newPerson(page.request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account\?platform=professor$/)
  return email
}

test('the account leads to the form, and another password signs out everywhere else', async ({
  page,
  request,
  browser,
}) => {
  const email = await signedIn(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/?platform=professor')
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
  await expect(page.getByText(done).first()).toBeVisible()
  await expect(page.locator('#said-politely')).toHaveText(done)
  await expect(heading(page)).toHaveText('Your account')
  await expect(page).toHaveURL('/account?platform=professor')

  const [notice] = await messagesTo(request, email)
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
  await typeIdentifier(other, email)
  await typePassword(other, chosenPassword)
  await expect(other).toHaveURL(/\/account/)
  await elsewhere.close()
})

test('what is wrong is told at its field, and the wrong password is cleared', async ({ page }) => {
  await signedIn(page)
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
  await expect(newPassword(page)).toHaveAccessibleDescription(/password you have now/)
  await choosePassword(page, 'password123')
  await expect(newPassword(page)).toHaveAccessibleDescription(/harder to guess/)
  await choosePassword(page)
  await expect(page.getByText(done).first()).toBeVisible()
})

test('Back, Forward, a reload and the link lead between the form and the account', async ({ page }) => {
  await signedIn(page)
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

test('who forgot it is led to the page that sends a link, with their address', async ({ page }) => {
  const email = await signedIn(page)
  await page.goto('/account?platform=professor#password')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expect(page.locator('#username')).toHaveValue(email)
})

test.describe('/.well-known/change-password', () => {
  test('leads who is signed in to the form, on the platform they are signed in to', async ({ page }) => {
    await signedIn(page)
    await page.goto('/.well-known/change-password')
    await expect(page).toHaveURL('/account?platform=professor#password')
    await expect(current(page)).toBeVisible()
  })

  test('leads others to sign-in, and then to the form', async ({ page }) => {
    const email = await newPerson(page.request, { hasPassword: true })
    await page.goto('/.well-known/change-password')
    await expect(page.getByLabel('Email or phone number')).toBeVisible()
    await signIn(page, email)
    await expect(page).toHaveURL('/account?platform=student#password')
    await expect(current(page)).toBeVisible()
  })
})

test('a fragment leads within the page that is shown, not to the one the document began with', async ({
  page,
}) => {
  await signedIn(page)
  await page.evaluate(() => {
    location.hash = 'password'
  })
  await expect(heading(page)).toHaveText('Change your password')
  await page.goBack()
  await expect(heading(page)).toHaveText('Your account')
})

test('a session that was ended elsewhere is none on the next look at the account', async ({ page }) => {
  await signedIn(page)
  const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('foyer.auth.professor') ?? ''))
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${auth.accessToken}` } })
  await page.reload()
  await expect(page.getByText('Your session has ended.').first()).toBeVisible()
  await expect(page.getByLabel('Email or phone number')).toBeVisible()
})
