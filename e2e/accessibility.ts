/** Checks a page with the rules of axe, in light and dark, at several widths. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Scope = {
  widths?: readonly number[]
  /** Selects repetitions to remove first, because axe takes long on a large page. */
  without?: string
}

/** Opens every `details` element first. Mails in a frame have a test of their own. */
export async function expectNoFaults(
  page: Page,
  { widths = [320, 1280], without }: Scope = {},
): Promise<void> {
  await page.evaluate((selector) => {
    for (const element of document.querySelectorAll(selector || 'none')) element.remove()
    for (const element of document.querySelectorAll('details')) element.open = true
    // The browser would skip parts that are out of view.
    document.styleSheets[0]?.insertRule('* { content-visibility: visible !important }')
  }, without)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await faultsOf(new AxeBuilder({ page }).withTags(tags)), `${width} px, light`).toEqual([])
    // Only colours differ in the dark.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await faultsOf(new AxeBuilder({ page }).withRules('color-contrast')), `${width} px, dark`).toEqual(
      [],
    )
  }
}

async function faultsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.exclude('iframe').analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html}`)
}
