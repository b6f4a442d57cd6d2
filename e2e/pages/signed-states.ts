/** Lists the states that end or stop a visit, and checks that each shows the family's arch above its heading. */
import type { Page } from '@playwright/test'
import { expect, heading } from '../browser.ts'

export const signed: readonly string[] = [
  'sign-in that cannot reach the platform',
  'sign-in that comes back again and again',
  'handover of a signed-in user',
  'link that could not be checked',
  'expired link',
  'used link',
  'invalid link',
  'address of a link page without a link',
  'signing out',
  'sign-out of everything that waits for platforms',
  'sign-out of everything in a browser without accounts',
  'page not found',
  'invalid URL',
  'redirect to an unregistered origin',
  'error while rendering',
  'fatal notice',
]

/** Expects the brand once, and a large arch that ends above the heading. */
export async function expectSign(page: Page): Promise<void> {
  await expect(page.getByText('Foyer', { exact: true }).filter({ visible: true })).toHaveCount(1)
  const arch = page.getByRole('main').locator('svg:has([href="#mark"])').filter({ visible: true }).last()
  await expect(arch).toBeVisible()
  const [sign, title] = [await arch.boundingBox(), await heading(page).boundingBox()]
  expect(sign?.height).toBeGreaterThan(48)
  expect((sign?.y ?? 0) + (sign?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0)
}
