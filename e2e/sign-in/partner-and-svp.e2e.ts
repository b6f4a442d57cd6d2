import { expect, heading, password, refusedRequests, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'

test('the school verification portal has its own heading, labels and legal links', async ({ page }) => {
  await page.goto('/svp')
  await expect(heading(page)).toHaveText('Sign in to School Verification Portal')
  await expect(page.getByLabel('Email ID')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveText(['Help', 'Terms', 'Privacy Policy', 'EULA'])
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
})

test("partner sign-in says 'Authenticating' above a form that cannot be used meanwhile", async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/sso/login**', async (route) => {
    await answer.promise
    await route.continue()
  })
  const email = await createUser(page.request, { platform: 'olympiadPartner', hasPassword: true })
  await page.goto('/partner/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const veil = page.locator('.form-frame-veil')
  await expect(veil).toHaveText('Authenticating')
  await expect(veil).toHaveCSS('opacity', '1')
  await expect(page.getByRole('status').filter({ hasText: 'Authenticating' })).toBeAttached()
  expect(await page.getByLabel('Email').evaluate((field) => field.closest('[inert]') !== null)).toBe(true)
  const [card, covered] = [await page.locator('main .card').boundingBox(), await veil.boundingBox()]
  expect(covered).toEqual(card)
  answer.resolve()
  await expect(page).toHaveURL(`${siteUrl('partner')}/`)
})

test.describe(() => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('partner sign-in lifts the veil and asks for the password again after a refusal', async ({ page }) => {
    await page.goto('/partner/login')
    await page.getByLabel('Email').fill(newEmail())
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.locator('.form-frame-veil')).toBeHidden()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })
})
