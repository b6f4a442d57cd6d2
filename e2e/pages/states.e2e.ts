/** Checks every state of every page in Chromium; states-in-firefox.e2e.ts does in Firefox. */
import { accessibilityFaults } from '../accessibility.ts'
import { expect, heading, refusedRequests, test } from '../browser.ts'
import { otherPages } from '../other-pages.ts'
import { states } from '../states.ts'

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
  })
}
