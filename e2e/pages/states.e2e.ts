/**
 * Checks every state of every page in Chromium: by axe in light and dark, at 320 × 256, at 200 % text and from right to left.
 * Those that end a visit show the family's arch. states-in-firefox.e2e.ts checks states in Firefox.
 */
import { accessibilityFaults } from '../accessibility.ts'
import { expect, heading, refusedRequests, test } from '../browser.ts'
import { otherPages } from '../other-pages.ts'
import { states } from '../states.ts'
import { setTextSize } from '../text-size.ts'
import { layoutFaults } from './layout-faults.ts'
import { expectSign, signed } from './signed-states.ts'

for (const { title, reach, check, errors = [], repetitions } of [...states, ...otherPages]) {
  test.describe(() => {
    test.use({ allowed: { errors: [refusedRequests, ...errors] } })

    test(`the state '${title}' has no accessibility fault, no sideways scroll and no hidden text`, async ({
      page,
    }) => {
      test.slow()
      await reach(page)
      await check(page)
      await expect(heading(page)).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      if (signed.includes(title)) await expectSign(page)
      expect.soft(await accessibilityFaults(page, repetitions)).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
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

test('every state with an arch above its heading is in the list of states', () => {
  const titles = states.map(({ title }) => title)
  expect(signed.filter((title) => !titles.includes(title))).toEqual([])
})
