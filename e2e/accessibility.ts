/** Checks a page with the rules of axe, in light and dark, and for sideways scroll, also at 200 % text. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './browser.ts'

type Rules = { type: 'tag' | 'rule'; values: string[] }

export const allRules: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Rules whose result depends on the colour scheme. */
const colourRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

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
    expect(await axeFaults(page, allRules), `${width} px, light`).toEqual([])
    // Only colours differ in the dark.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await axeFaults(page, colourRules), `${width} px, dark`).toEqual([])
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
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await showIn(page, 'light')
  const inLight = await axeFaults(page, allRules)
  await showIn(page, 'dark')
  const inDark = await axeFaults(page, colourRules)
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

/** The page's faults against the rules; those of mails leave out rules that the mail program's page keeps. */
export async function axeFaults(page: Page, rules = allRules, without: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([runOnly, disabled]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const off = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]))
      // Passed rules are half of the work, and frames have a test of their own.
      const found = await axe.run(
        { exclude: ['iframe'] },
        { runOnly, rules: off, resultTypes: ['violations'], iframes: false },
      )
      return found.violations.map(({ id, nodes }) => ({ id, count: nodes.length, html: nodes[0]?.html }))
    },
    [rules, without] as const,
  )
  return violations.map(({ id, count, html }) => `${id} ${count}: ${html}`)
}
