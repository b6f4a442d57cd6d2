/** Tests a user who forgot the password: through the mail to the wanted page, and through the tab's history. */
import { expect, heading, test, withMotion } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { choosePassword, newestLink } from './password-steps.ts'

test.use(withMotion)

test('a user who forgot the password asks for a link, sets a password and reaches the page they wanted', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { platform: 'student', hasPassword: true })
  const target = encodeURIComponent(`${demoUrl}/orders`)
  await page.goto(`/?platform=student&redirect-url=${target}`)
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(heading(page)).toHaveText('Check your email')
  await page.goto(await newestLink(request, email))
  await choosePassword(page)
  await expect(page).toHaveURL(/\/orders/)
})

test('the confirmation of a sent link survives a reload; Back leads to the typed identifier and Forward to the confirmation', async ({
  page,
}) => {
  const field = page.locator('#username')
  const send = page.getByRole('button', { name: 'Send reset link' })
  await page.goto('/?platform=student')
  await page.goto('/forgot-password?platform=student')
  await field.fill('asha@example.com')
  await send.click()
  await expect(heading(page)).toHaveText('Check your email')
  await page.reload()
  await expect(heading(page)).toHaveText('Check your email')
  await expect(page.getByRole('main')).toContainText('asha@example.com')
  await expect(page.getByText('Resend in')).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('asha@example.com')
  await page.goForward()
  await expect(heading(page)).toHaveText('Check your email')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expect(field).toHaveValue('asha@example.com')
  await field.fill('ravi@example.com')
  await send.click()
  await expect(page.getByRole('main')).toContainText('ravi@example.com')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL('/?platform=student&email=ravi%40example.com')
})
