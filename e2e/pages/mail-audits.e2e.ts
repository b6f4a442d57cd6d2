/** Audits every changed mail in Chromium, light and dark. The hash of a mail needs no browser. */
import { createHash } from 'node:crypto'
import type { TemplateName } from '../../api/src/messages/templates.ts'
import { sampleValues } from '../../api/src/messages/test-sample-values.ts'
import { allRules, axeFaults } from '../accessibility.ts'
import { type AuditNote, auditNote } from '../audit/audit-reporter.ts'
import { isAuditOfAll, isNotingAudits, knownHashes } from '../audit/audited-states.ts'
import { expect, test } from '../browser.ts'
import { mailOf } from '../other-pages.ts'

for (const name of Object.keys(sampleValues) as TemplateName[]) {
  const title = `mail ${name}`
  const mail = mailOf(name)
  const hash = createHash('sha256').update(mail).digest('hex').slice(0, 16)
  const isAudited = isAuditOfAll || !knownHashes(title).includes(hash)
  if (!isAudited && !isNotingAudits) continue

  test(`the mail '${name}' has no accessibility fault and no sideways scroll, light and dark, at 320 and 1280 px`, async ({
    page,
  }, { annotations }) => {
    const note: AuditNote = { title, hash, isAudited }
    annotations.push({ type: auditNote, description: JSON.stringify(note) })
    if (!isAudited) return
    await page.setContent(mail)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('img:visible')).toHaveCount(1)
      await expect(page.locator(`img.mark-${colorScheme}`)).toBeVisible()
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 480 })
        const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflowPx).toBeLessThanOrEqual(0)
      }
      // Skips the landmark rules, because the mail program's page has the landmarks.
      expect(await axeFaults(page, allRules, ['region', 'landmark-one-main'])).toEqual([])
    }
  })
}
