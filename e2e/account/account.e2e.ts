import { cutNetwork, expect, signInAsNew, signOut, test } from '../browser.ts'

test('a service admin lands on /account with name, platform and a way to sign out', async ({ page }) => {
  await page.goto('/internal/login')
  await signInAsNew(page, 'serviceAdmin')
  await expect(page).toHaveURL(/\/account\?platform=serviceAdmin$/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Ravi Kumar')
  await expect(main).toContainText('Service Admin')
  await signOut(page)
  await expect(page).toHaveURL(/\/\?platform=serviceAdmin$/)
  await expect(page.getByText(/signed out/i).first()).toBeVisible()
  await page.goto('/account?platform=serviceAdmin')
  await expect(page.getByRole('button', { name: 'Continue as Ravi' })).toBeVisible()
})

test('the account page shows its links in a menu on a phone, and holds the initials at a text size of 200 %', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/account?platform=student')
  await signInAsNew(page)
  await expect(page.getByRole('main').getByRole('definition').first()).toHaveText('Ravi Kumar')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'My library' })).toBeVisible()
  const room = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const avatar = document.querySelector('.account-heading .avatar') as HTMLElement
    const initials = document.createRange()
    initials.selectNodeContents(avatar)
    return avatar.getBoundingClientRect().width - initials.getBoundingClientRect().width
  })
  expect(room).toBeGreaterThan(16)
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
    const cut = page.waitForEvent('requestfailed', (request) => /\/logout-/.test(request.url()))
    await page.route('**/assets/logout-*.js', (route) => route.abort())
    await page.reload()
    await cut
    await expect(library).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)
  })
})
