/** Tests what a page shows while its code loads. */
import { expect, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'

test('a page shows its title and a spinner while its code loads', async ({ page }) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/doors-page-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await gotoEarly(page, '/doors?platform=serviceAdmin')
  await expect(page).toHaveTitle('Where to? – Service Admin – Foyer')
  const spinner = page.locator('.page-spinner')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  // The spinner appears after 150 ms, in the middle of its part of the page.
  await expect(spinner).toHaveCSS('animation-delay', '0.15s')
  await expect(spinner).toHaveCSS('opacity', '1')
  const [box, ring] = [await spinner.boundingBox(), await spinner.locator('.spinner').boundingBox()]
  const middle = { x: (ring?.x ?? 0) + (ring?.width ?? 0) / 2, y: (ring?.y ?? 0) + (ring?.height ?? 0) / 2 }
  expect(Math.abs(middle.x - (box?.x ?? 0) - (box?.width ?? 0) / 2)).toBeLessThan(2)
  expect(Math.abs(middle.y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(48)
  expect(box?.height).toBeGreaterThan(360)
  code.resolve()
  await expect(page).toHaveTitle('Sign in – Service Admin – Foyer')
  await expect(page.getByLabel('Email or phone number', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
})
