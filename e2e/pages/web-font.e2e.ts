/** Tests that the web font never delays or shifts a first page, and that the next page uses it. */
import type { Page } from '@playwright/test'
import { expect, test } from '../browser.ts'

/**
 * Returns the heading's first font family (`Narrow DejaVu` is the fallback), and how far the page has shifted since it
 * began.
 */
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
  // A release has replaced the stored font file.
  await page.evaluate(() => localStorage.setItem('foyer.font', '/assets/old.woff2'))
  await page.goto('/?platform=student')
  expect((await look(page)).family).toBe('Narrow DejaVu')
})
