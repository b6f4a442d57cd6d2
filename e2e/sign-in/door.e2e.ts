/**
 * Tests the end of a sign-in: the door opens while the page requests the code, and stays until the platform's page replaces
 * it.
 */
import type { Page } from '@playwright/test'
import { cutNetwork, expect, signInAsNew, test, withMotion } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'

/** Holds requests to these URLs until the returned function is called. */
async function hold(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const opacityOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).opacity)

test.describe('with motion', () => {
  test.use(withMotion)

  test('after the tick the card gives way to the door, which stays until the platform answers', async ({
    page,
  }) => {
    const releaseCode = await hold(page, '**/api/auth/codes')
    let isDoorShut = false
    await page.exposeFunction('noteShut', () => {
      isDoorShut = true
    })
    await page.goto('/?platform=student')
    await signInAsNew(page)
    await expect(page.locator('.handover-open')).toBeVisible()
    await expect.poll(() => opacityOf(page, '.unless-signed-in')).toBe('0')
    await expect.poll(() => opacityOf(page, '.arcade-glow')).toBe('1')
    await page.evaluate(() => {
      const { noteShut } = window as unknown as { noteShut: () => void }
      const html = document.documentElement
      new MutationObserver(() => 'leaving' in html.dataset || noteShut()).observe(html, {
        attributeFilter: ['data-leaving'],
      })
    })

    releaseCode()
    await expect(page).toHaveURL(`${demoUrl}/`)
    expect(isDoorShut).toBe(false)
  })

  test.describe('without an answer', () => {
    test.use({ allowed: { errors: [cutNetwork] } })

    test('the card comes back when no code is given out', async ({ page }) => {
      await page.route('**/api/auth/codes', (route) => route.abort())
      await page.goto('/?platform=student')
      await signInAsNew(page)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expect(page.locator('.handover-open')).toBeHidden()
      expect(await opacityOf(page, '.unless-signed-in')).toBe('1')
    })
  })
})

test('under reduced motion the tick is all that changes', async ({ page }) => {
  await hold(page, '**/api/auth/codes')
  await page.goto('/?platform=student')
  await signInAsNew(page)
  await expect(page.locator('html[data-leaving] .button-busy').first()).toBeVisible()
  await expect(page.locator('.handover-open')).toBeHidden()
  expect(await opacityOf(page, '.unless-signed-in')).toBe('1')
})
