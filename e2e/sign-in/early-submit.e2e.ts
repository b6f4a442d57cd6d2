/** Tests a form that is submitted before the page's script arrives: the page shows at once that it is working. */
import type { Page } from '@playwright/test'
import { recordAnnouncements, textsInTree } from '../announcements.ts'
import { expect, test, withMotion } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from './hold-scripts.ts'

test.use(withMotion)

declare global {
  interface Window {
    shownStates: string[]
  }
}

const forms = [
  ['/?platform=student', 'Email or phone number', 'One moment…'],
  ['/school/login', 'Password', 'Signing in…'],
  ['/signup?platform=student', 'First Name', 'One moment…'],
  ['/forgot-password?platform=student', 'Email or phone number', 'Sending…'],
] as const

test('Enter before the script arrives shows on every form that work has begun', async ({ page }) => {
  await holdScripts(page)
  for (const [path, label, busyText] of forms)
    await test.step(path, async () => {
      await gotoEarly(page, path)
      const field = page.getByLabel(label, { exact: true })
      await field.fill('asha@example.com')
      await page.keyboard.press('Enter')
      const button = page.getByRole('button', { name: busyText, exact: true })
      await expect(button).toBeVisible()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(await ringOf(page)).toMatch(/^spinner-turn/)
      await expect.poll(() => textsInTree(page, 'status')).toEqual([busyText])
      await expect(field).toHaveValue('asha@example.com')
      await expect(field).toBeFocused()
    })
})

test('the script takes over a form that was sent early without a flash and announces it once', async ({
  page,
}) => {
  const release = await holdScripts(page)
  const said = await recordAnnouncements(page)
  await recordFrames(page)
  await page.route('**/api/auth/users/fetch', () => {})
  await gotoEarly(page, '/?platform=student')
  await page.getByLabel('Email or phone number').fill('asha@example.com')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible()
  const request = page.waitForRequest('**/api/auth/users/fetch')
  release()
  await request
  await expect(page.locator('.button-busy')).toBeVisible()
  expect(await page.evaluate(() => window.shownStates)).toEqual(['idle', 'busy'])
  expect(await said()).toEqual(['status: One moment…'])
  await expect(page.getByLabel('Email or phone number')).toHaveValue('asha@example.com')
})

/** Returns the animation name of the button's ring, which is a pseudo-element. */
function ringOf(page: Page): Promise<string> {
  return page
    .locator('button[type=submit]')
    .evaluate((button) => getComputedStyle(button, '::before').animationName)
}

/** Records in each frame whether users see the button as idle or busy. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { shownStates: seen })
    function look(): void {
      const button = document.querySelector('main button[type=submit]')
      const idle = button?.querySelector('.button-text:not(.button-busy)')
      const ring = button?.querySelector('.spinner')
      const isBusy = idle && !idle.checkVisibility({ visibilityProperty: true })
      const isTurning = !ring || getComputedStyle(ring).opacity === '1'
      const now = isBusy ? (isTurning ? 'busy' : 'busy without a ring') : 'idle'
      if (button && seen.at(-1) !== now) seen.push(now)
      requestAnimationFrame(look)
    }
    look()
  })
}
