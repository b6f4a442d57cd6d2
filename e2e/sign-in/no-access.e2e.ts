import { expect, password, refusedRequests, signIn, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test('the right password of another platform leads to the platform of the account', async ({ page }) => {
  const email = await createUser(page.request, { hasPassword: true })
  const target = encodeURIComponent(`${siteUrl('iqa')}/`)
  await page.goto(`/?platform=iqa&redirect-url=${target}`)
  await signIn(page, email)
  const notice = page.getByRole('alert').filter({
    hasText: 'Your password is right, but this account has no access to Quality Assessment.',
  })
  await expect(notice).toBeFocused()
  await notice.getByRole('link', { name: 'Learning' }).click()
  await expect(page).toHaveURL(/\/\?platform=student&email=/)
  await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
})

for (const { title, path } of [
  { title: 'partners', path: '/partner/login' },
  { title: 'school verification', path: '/svp' },
])
  test(`the form of ${title} names the platforms of an account without access`, async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto(path)
    await page.locator('input[type=email]').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.locator('button[type=submit]').click()
    await expect(page.getByText('Your password is right, but this account has no access to')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Learning', exact: true })).toBeVisible()
  })
