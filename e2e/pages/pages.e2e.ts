import { expect, heading, refusedRequests, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { states } from '../states.ts'
import { supportEmail } from '../test-installation.ts'

test.describe('error pages', () => {
  test.use({ allowed: { errors: [refusedRequests, /./] } })

  test("an unknown path shows 'Page not found' with status 404", async ({ page }) => {
    const response = await page.goto('/nothing-here')
    expect(response?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Page not found')
  })

  test('an error while rendering shows the error page with a support contact', async ({ page }) => {
    await page.goto('/error-test')
    await page.getByRole('button', { name: 'Break the page' }).click()
    await expect(page.locator('#main').getByText(/get in touch/i)).toBeVisible()
  })

  test('a script that cannot load leads to the fatal notice instead of a form that does nothing', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/?platform=student')
    await expect(page.getByText('An unexpected error occurred. Please try reloading the page.')).toBeVisible()
    await expect(page.getByRole('button', { name: /reload/i })).toBeVisible()
    await expect(page.getByRole('main').getByText(/get in touch/i)).toBeVisible()
    await expect(page.getByRole('link', { name: supportEmail })).toHaveAttribute(
      'href',
      `mailto:${supportEmail}`,
    )
  })
})

test('the page that takes a signed-in user to the platform fits the window without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const state = states.find(({ title }) => title === 'handover of a signed-in user')
  await state?.reach(page)
  await state?.check(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
})

test('the logout page shows a sentence and goes on to sign-in', async ({ page }) => {
  const release = await holdScripts(page)
  await gotoEarly(page, '/school/logout')
  await expect(page.getByText('You will be redirected shortly')).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/school\/login\?platform=school$/)
})
