/** Checks in Firefox the states that `npm run audit` has audited in Chromium (docs/decisions/engineering.md). */
import { accessibilityFaults } from '../accessibility.ts'
import { expect, refusedRequests, test } from '../browser.ts'
import { otherPages } from '../other-pages.ts'
import { states } from '../states.ts'

const titles: string[] = JSON.parse(process.env.FIREFOX_STATES || '[]')
const checked = [...states, ...otherPages].filter(({ title }) => titles.includes(title))

for (const { title, reach, check, errors = [] } of checked) {
  test.describe(() => {
    test.use({ allowed: { errors: [refusedRequests, ...errors] } })

    test(`the state '${title}' has no accessibility fault and no sideways scroll in Firefox`, async ({
      page,
    }) => {
      test.slow()
      await reach(page)
      await check(page)
      expect(await accessibilityFaults(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
  })
}
