/** Checks a page with the rules of axe, in light and dark, and for sideways scroll, also at 200 % text. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose result depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

type Scope = {
  widths?: readonly number[]
  /** Selects repetitions to remove first, because axe takes long on a large page. */
  without?: string
}

/** Opens every `details` element first. Mails in a frame have a test of their own. */
export async function expectNoFaults(
  page: Page,
  { widths = [320, 1280], without = '' }: Scope = {},
): Promise<void> {
  await remove(page, without)
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('details')) element.open = true
    // The browser would skip parts that are out of view.
    document.styleSheets[0]?.insertRule('* { content-visibility: visible !important }')
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await faultsOf(new AxeBuilder({ page }).withTags(tags)), `${width} px, light`).toEqual([])
    // Only colours differ in the dark.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await faultsOf(new AxeBuilder({ page }).withRules(colourRules)), `${width} px, dark`).toEqual([])
  }
  await page.evaluate(() => {
    const [sheet] = document.styleSheets
    sheet?.insertRule(':root { font-size: 200% !important }', sheet.cssRules.length)
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrollWidth, `${width} px, 200 % text`).toBeLessThanOrEqual(width)
  }
}

/** The faults of a page as it is shown now, with one line for each rule that it breaks. */
export async function accessibilityFaults(page: Page, repetitions = ''): Promise<string[]> {
  await remove(page, repetitions)
  await showIn(page, 'light')
  const inLight = await faultsOf(new AxeBuilder({ page }).withTags(tags))
  await showIn(page, 'dark')
  const inDark = await faultsOf(new AxeBuilder({ page }).withRules(colourRules))
  return [...inLight, ...inDark.map((fault) => `${fault} (dark)`)]
}

function remove(page: Page, selector: string): Promise<void> {
  return page.evaluate((selected) => {
    for (const element of document.querySelectorAll(selected || 'none')) element.remove()
  }, selector)
}

/** Firefox has no command for the scheme (firefox.ts); our colours follow the property as they follow the setting. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate((scheme) => {
    document.documentElement.style.colorScheme = scheme
  }, colorScheme)
}

async function faultsOf(axe: AxeBuilder): Promise<string[]> {
  // Without frames, axe needs no second page to join its results in.
  const { violations } = await axe.exclude('iframe').setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html}`)
}
