import { cutNetwork, expect, signInAsNew, signOut, test } from '../browser.ts'

test('a service admin lands on /account with name, platform and a way to sign out', async ({ page }) => {
  await page.goto('/internal/login')
  await signInAsNew(page, 'serviceAdmin')
  await expect(page).toHaveURL(/\/account\?platform=serviceAdmin$/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Ravi Kumar')
  await expect(page.getByRole('banner')).toContainText('Service Admin')
  await signOut(page)
  await expect(page).toHaveURL(/\/\?platform=serviceAdmin$/)
  await expect(page.getByText(/signed out/i).first()).toBeVisible()
  await page.goto('/account?platform=serviceAdmin')
  await expect(page.getByRole('heading', { name: 'Welcome back, Ravi' })).toBeVisible()
})

test.describe('account page without the logout script', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  test('the account page works and reports nothing when the script that listens for sign-outs fails to load', async ({
    page,
  }) => {
    await page.goto('/account?platform=student')
    await signInAsNew(page)
    const library = page.getByRole('link', { name: 'My library' })
    await expect(library).toBeVisible()
    const cut = page.waitForEvent('requestfailed', (request) => /\/follow-logout-/.test(request.url()))
    await page.route('**/assets/follow-logout-*.js', (route) => route.abort())
    await page.reload()
    await cut
    await expect(library).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)
  })
})
