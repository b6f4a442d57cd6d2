import { cutNetwork, expect, refusedRequests, test, typeIdentifier, withMotion } from '../browser.ts'
import { createUser } from '../test-users.ts'
import { identifierField } from './otp-step.ts'

test.use({ ...withMotion, allowed: { errors: [cutNetwork, refusedRequests] } })

test('the steps of sign-in stay in the history through reloads of each, also without a network', async ({
  page,
}) => {
  const email = await createUser(page.request, { hasPassword: true })
  const passwordField = page.getByLabel('Password', { exact: true })
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await expect(passwordField).toBeVisible()

  await page.reload()
  await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
  await expect(passwordField).toBeVisible()
  await page.goBack()
  await expect(identifierField(page)).toHaveValue(email)
  await page.goForward()
  await expect(passwordField).toBeVisible()

  await page.goBack()
  await expect(identifierField(page)).toHaveValue(email)
  await page.reload()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sign in|Welcome back, Ravi/)
  await expect(passwordField).toBeVisible()

  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
  await expect(passwordField).toBeVisible()
  await page.goBack()
  await expect(identifierField(page)).toHaveValue(email)
})
