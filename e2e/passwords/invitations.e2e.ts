import { expect, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { browserTraces, choosePassword, invite, maskedEmail, tokenIn } from './password-steps.ts'

test('an invitation to the closed beta greets the user by name, signs in and goes on to the platform', async ({
  page,
  request,
}) => {
  const { email, link } = await invite(request, { isBeta: true, platform: 'student' })
  await page.goto(link)
  await expect(page.getByText('Welcome to the closed beta of Learning.')).toBeVisible()
  await expect(page.getByText('Ravi', { exact: true })).toBeVisible()
  await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
  await page.reload()
  await choosePassword(page)
  await expect(page).toHaveURL(new RegExp(`^${demoUrl}/`))
  await page.goto('/account?platform=student')
  await expect(page.getByRole('main')).toContainText('Ravi Kumar')
  expect(await browserTraces(page)).not.toContain(tokenIn(link))
})
