/** Checks every mail in Chromium and leaves pictures in test-results, to look at when a template changes. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { renderMessage } from '../../api/src/outbox/render-message.ts'
import type { TemplateName } from '../../api/src/outbox/templates.ts'
import { sampleValues } from '../../api/src/outbox/test-sample-values.ts'
import { sender } from '../other-pages.ts'

for (const name of Object.keys(sampleValues) as TemplateName[]) {
  test(`the mail '${name}' has no accessibility fault and no sideways scroll, light and dark, at 320 and 600 px`, async ({
    page,
  }, info) => {
    await page.setContent(renderMessage(sender, name, 'email', sampleValues[name]).html ?? '')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [320, 600]) {
        await page.setViewportSize({ width, height: 480 })
        const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflowPx).toBeLessThanOrEqual(0)
        const path = info.outputPath(`${name}-${colorScheme}-${width}.png`)
        await page.screenshot({ path, fullPage: true })
      }
      // The mail program's page has the landmarks.
      const axe = new AxeBuilder({ page }).disableRules(['region', 'landmark-one-main'])
      expect((await axe.analyze()).violations).toEqual([])
    }
  })
}

test('one click selects the whole code of a mail, without the gap between its halves', async ({ page }) => {
  await page.setContent(renderMessage(sender, 'otp-code', 'email', sampleValues['otp-code']).html ?? '')
  await page.getByText('123', { exact: true }).click()
  expect(await page.evaluate(() => String(getSelection()).trim())).toBe('123456')
})
