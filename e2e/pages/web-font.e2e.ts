/** Tests that the web font never delays or shifts a first page, and that the font does not change during a visit. */
import type { Page } from '@playwright/test'
import { expect, test } from '../browser.ts'

/** Returns whether the heading uses the web font, and how far the page has shifted. */
const look = (page: Page): Promise<{ isWebFont: boolean; shift: number }> =>
  page.evaluate(() => {
    const { fontFamily } = getComputedStyle(document.querySelector('h1') ?? document.body)
    let shift = 0
    const seen = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += value
    })
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      seen.observe({ type: 'layout-shift', buffered: true })
    const isWebFont = fontFamily.startsWith('"Atkinson Hyperlegible Next"')
    return new Promise((done) => setTimeout(() => done({ isWebFont, shift }), 300))
  })

test('a first visit keeps the font of the system, the next visit has the web font, and a replaced font is left out', async ({
  page,
  context,
}) => {
  await page.goto('/?platform=student')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer.font'))).toMatch(/woff2$/)
  expect(await look(page)).toEqual({ isWebFont: false, shift: 0 })
  await page.goto('/signup?platform=student')
  expect(await look(page)).toEqual({ isWebFont: false, shift: 0 })

  // Each tab is a separate visit.
  const next = await context.newPage()
  await next.goto('/?platform=student')
  expect(await look(next)).toEqual({ isWebFont: true, shift: 0 })
  const isLoaded = () => next.evaluate(() => document.fonts.check('1em "Atkinson Hyperlegible Next"'))
  await expect.poll(isLoaded).toBe(true)
  // A release has replaced the stored font file.
  await next.evaluate(() => localStorage.setItem('foyer.font', '/assets/old.woff2'))
  await next.goto('/signup?platform=student')
  expect((await look(next)).isWebFont).toBe(false)
})
