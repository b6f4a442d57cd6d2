import { expect, password, refusedRequests, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test("partner sign-in veils the form and says 'Authenticating' on the button until the answer", async ({
  page,
}) => {
  let answer = Promise.withResolvers<void>()
  await page.route('**/sso/login**', async (route) => {
    await answer.promise
    await route.continue()
  })
  const email = await createUser(page.request, { platform: 'olympiadPartner', hasPassword: true })
  const passwordField = page.getByLabel('Password', { exact: true })
  const veil = page.locator('.form-frame-veil')
  await page.goto('/partner/login')
  await page.getByLabel('Email').fill(email)
  await passwordField.fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(veil).toHaveText('Authenticating')
  await expect(veil).toHaveCSS('opacity', '1')
  const button = page.getByRole('button', { name: 'Sign in' })
  expect(await veil.boundingBox()).toEqual(await button.boundingBox())
  answer.resolve()
  await expect(passwordField).toBeFocused()
  await expect(veil).toBeHidden()

  answer = Promise.withResolvers()
  await passwordField.fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(veil).toHaveText('Authenticating')
  answer.resolve()
  await expect(page).toHaveURL(`${siteUrl('partner')}/`)
})
