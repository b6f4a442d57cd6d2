/** Checks every state of every page in Chromium; states-in-firefox.e2e.ts does in Firefox. */
import { accessibilityFaults } from '../accessibility.ts'
import { expect, heading, refusedRequests, test } from '../browser.ts'
import { otherPages } from '../other-pages.ts'
import { states } from '../states.ts'
import { setTextSize } from '../text-size.ts'
import { layoutFaults } from './layout-faults.ts'

for (const { title, reach, check, errors = [], repetitions } of [...states, ...otherPages]) {
  test.describe(() => {
    test.use({ allowed: { errors: [refusedRequests, ...errors] } })

    test(`the state '${title}' has no accessibility fault in light or dark and no sideways scroll at 320 × 256`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await reach(page)
      await check(page)
      await expect(heading(page)).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      expect(await accessibilityFaults(page, repetitions)).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })

    test(`the state '${title}' hides no text at 200 % text size or from right to left`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await reach(page)
      await check(page)
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 640 })
        for (const [textPercent, dir] of [
          [200, 'ltr'],
          [100, 'rtl'],
        ] as const) {
          await setTextSize(page, textPercent)
          await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
          expect.soft(await layoutFaults(page), `${width} px, ${textPercent} %, ${dir}`).toEqual([])
        }
      }
    })
  })
}
