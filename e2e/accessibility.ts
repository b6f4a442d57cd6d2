/** Checks a page with the rules of axe in light and dark, and for horizontal scrolling, also at 200 % text size. */
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
  /** A selector of repeated elements to remove first, because axe is slow on a large page. */
  without?: string
}

/**
 * Fails for accessibility faults and horizontal scrolling. Opens every `details` element first. Mails in frames have a
 * separate test.
 */
export async function expectNoFaults(
  page: Page,
  { widths = [320, 1280], without = '' }: Scope = {},
): Promise<void> {
  await remove(page, without)
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('details')) element.open = true
    // The browser would not lay out parts outside the window.
    document.styleSheets[0]?.insertRule('* { content-visibility: visible !important }')
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await axeFaults(page, allRules), `${width} px, light`).toEqual([])
    // Only the colours differ in dark mode.
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

/** Returns the faults of the page in its current state, one line per broken rule. */
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

/**
 * Sets the colour scheme by CSS property, too, because Firefox has no command for the scheme (firefox.ts). Our colours
 * follow the property like the setting.
 */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate((scheme) => {
    document.documentElement.style.colorScheme = scheme
  }, colorScheme)
}

/** Returns the faults of the page. `without` lists rules to skip, such as rules about the page around a mail. */
export async function axeFaults(page: Page, rules = allRules, without: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([runOnly, disabled]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const off = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]))
      // Reporting passed rules would double the work. Frames have a separate test.
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
