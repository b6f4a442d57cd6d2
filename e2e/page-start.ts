/** Opens pages with their script, or before the script for tests of early clicks. */
import type { Browser, Page } from '@playwright/test'

/**
 * Matches once a page has finished starting: React handles its forms, it has failed, it needs no React, or JavaScript
 * is off and the notice of `<noscript>` is part of the page. Pages of other sites have no page name.
 */
const settled = [
  'html[data-started]',
  'html[data-fatal]',
  'html:not([data-page])',
  ...['logout', 'iframe-sso', 'auto-login', 'social-return'].map((page) => `html[data-page=${page}]`),
  'html:has(noscript > *)',
].join()

/** Makes `goto` and `reload` of every page wait for the page's start, unless the caller waits for less (`gotoEarly`). */
export function waitForStarts(browser: Browser): void {
  browser.on('context', (context) => {
    context.on('page', (page) => {
      const { goto, reload } = page
      page.goto = async (url, options) => {
        const response = await goto.call(page, url, options)
        await waitForStart(page, options)
        return response
      }
      page.reload = async (options) => {
        const response = await reload.call(page, options)
        await waitForStart(page, options)
        return response
      }
    })
  })
}

async function waitForStart(page: Page, options?: { waitUntil?: string }): Promise<void> {
  if (options?.waitUntil === undefined) await page.locator(settled).waitFor({ state: 'attached' })
}

/** Opens a page and returns after the first bytes, for tests that hold the page's script or click too early. */
export async function gotoEarly(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
}
