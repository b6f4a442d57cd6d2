/** Checks states in Firefox: every sixth, or all with `FIREFOX_STATES=all` (docs/decisions/firefox.md). */
import { accessibilityFaults } from '../accessibility.ts'
import { expect, refusedRequests, test } from '../browser.ts'
import { otherPages } from '../other-pages.ts'
import { states } from '../states.ts'

const all = [...states, ...otherPages]
const checked = process.env.FIREFOX_STATES === 'all' ? all : all.filter((_, index) => index % 6 === 0)

for (const { title, reach, check, errors = [], repetitions } of checked) {
  test.describe(() => {
    test.use({ allowed: { errors: [refusedRequests, ...errors] } })

    test(`the state '${title}' has no accessibility fault and no sideways scroll in Firefox`, async ({
      page,
    }) => {
      test.slow()
      await reach(page)
      await check(page)
      expect(await accessibilityFaults(page, repetitions)).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
  })
}
