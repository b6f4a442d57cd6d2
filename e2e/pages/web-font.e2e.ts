/** Checks that the web font never delays or moves a first page, and that the next page has it. */
import type { Page } from '@playwright/test'
import { expect, test } from '../browser.ts'

/** Returns the first family of the heading (`Narrow DejaVu` stands before the system's font), and how far the page moved since it began. */
const look = (page: Page): Promise<{ family: string; shift: number }> =>
  page.evaluate(() => {
    const { fontFamily } = getComputedStyle(document.querySelector('h1') ?? document.body)
    let shift = 0
    const seen = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += value
    })
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      seen.observe({ type: 'layout-shift', buffered: true })
    const first = fontFamily.split(',')[0]?.replaceAll('"', '') ?? ''
    return new Promise((done) => setTimeout(() => done({ family: first, shift }), 300))
  })

test('a first visit keeps the font of the system, the next page has the web font, and a replaced font is left out', async ({
  page,
}) => {
  await page.goto('/?platform=student')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer.font'))).toMatch(/woff2$/)
  expect(await look(page)).toEqual({ family: 'Narrow DejaVu', shift: 0 })
  await page.goto('/signup?platform=student')
  expect(await look(page)).toEqual({ family: 'Atkinson Hyperlegible Next', shift: 0 })
  const isLoaded = () => page.evaluate(() => document.fonts.check('1em "Atkinson Hyperlegible Next"'))
  await expect.poll(isLoaded).toBe(true)
  // A release has replaced the font.
  await page.evaluate(() => localStorage.setItem('foyer.font', '/assets/old.woff2'))
  await page.goto('/?platform=student')
  expect((await look(page)).family).toBe('Narrow DejaVu')
})
