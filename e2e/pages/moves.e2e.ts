/** Tests the spinner, title, description and focus after client-side navigations. */
import type { Page } from '@playwright/test'
import { expect, heading, signInAsNew, test } from '../browser.ts'

const description = (page: Page) => page.locator('meta[name=description]').getAttribute('content')

test('a move to another page shows its title and description at once, and the spinner while its code loads', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/account-page-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/?platform=serviceAdmin')
  await expect(page).toHaveTitle('Sign in – Service Admin – Foyer')
  expect(await description(page)).toBe('Staff of Foyer sign in to Service Admin here.')
  await signInAsNew(page, 'serviceAdmin')
  await expect(page).toHaveURL(/\/account\?platform=serviceAdmin$/)
  const spinner = page.locator('.page-spinner')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page).toHaveTitle('Your account – Service Admin – Foyer')
  await expect.poll(() => description(page)).toBe('The Foyer account you use for Service Admin.')
  // The spinner appears after 150 ms, in the middle of the page.
  await expect(spinner).toHaveCSS('animation-delay', '0.15s')
  await expect(spinner).toHaveCSS('opacity', '1')
  const [box, ring] = [await spinner.boundingBox(), await spinner.locator('.spinner').boundingBox()]
  const middle = { x: (ring?.x ?? 0) + (ring?.width ?? 0) / 2, y: (ring?.y ?? 0) + (ring?.height ?? 0) / 2 }
  expect(Math.abs(middle.x - 640)).toBeLessThan(2)
  expect(Math.abs(middle.y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(48)
  expect(box?.height).toBeGreaterThan(360)
  code.resolve()
  await expect(heading(page)).toHaveText('Your account')
  await expect(heading(page)).toBeFocused()
  await expect(spinner).toHaveCount(0)
  await expect(page).toHaveTitle('Your account – Service Admin – Foyer')
})
