/**
 * Audits every state whose appearance has changed (e2e/audit/): with axe in light and dark, at 320 × 256, at 200 % text
 * size and right to left. States that end a visit show the family's arch. `npm run audit` runs this file in Firefox
 * too.
 */
import { accessibilityFaults } from '../accessibility.ts'
import { type AuditNote, auditNote } from '../audit/audit-reporter.ts'
import { areAllAudited, isAuditOfAll, knownHashes } from '../audit/audited-states.ts'
import { hashOfState } from '../audit/shown-state.ts'
import { expect, heading, refusedRequests, test } from '../browser.ts'
import { otherPages } from '../other-pages.ts'
import { states } from '../states.ts'
import { setTextSize } from '../text-size.ts'
import { layoutFaults } from './layout-faults.ts'
import { expectSign, signed } from './signed-states.ts'

const all = [...states, ...otherPages]
const titles = all.map(({ title }) => title)

for (const { title, reach, check, errors = [] } of areAllAudited(titles) ? [] : all) {
  test.describe(() => {
    test.use({ allowed: { errors: [refusedRequests, ...errors] } })

    test(`the state '${title}' has no accessibility fault, no sideways scroll and no hidden text`, async ({
      page,
    }, { annotations }) => {
      test.slow()
      await reach(page)
      await check(page)
      const known = knownHashes(title)
      const hash = await hashOfState(page, known)
      const isAudited = isAuditOfAll || !known.includes(hash)
      const note: AuditNote = { title, hash, isAudited }
      annotations.push({ type: auditNote, description: JSON.stringify(note) })
      if (!isAudited) return
      await expect(heading(page)).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      if (signed.includes(title)) await expectSign(page)
      expect.soft(await accessibilityFaults(page)).toEqual([])
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

test('each state has a title of its own, and every state with an arch is in the list', () => {
  expect(new Set(titles).size).toBe(titles.length)
  expect(signed.filter((title) => !titles.includes(title))).toEqual([])
})
