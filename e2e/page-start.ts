/** Opens pages as users find them: with their script, or, for tests about early presses, before it. */
import type { Browser, Page } from '@playwright/test'

/**
 * Found once a page can start no further: React handles its forms, it has failed, it runs without React, or scripts are off
 * and the notice of `<noscript>` is part of the page. Pages of other sites have no name.
 */
const settled = [
  'html[data-started]',
  'html[data-fatal]',
  'html:not([data-page])',
  ...['logout', 'iframe-sso', 'auto-login', 'social-return'].map((page) => `html[data-page=${page}]`),
  'html:has(noscript > *)',
].join()

/** Lets `goto` and `reload` of every page wait for the page's start, unless the caller waits for less (`gotoEarly`). */
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

/** Returns as soon as the page's first bytes are there: its script may be held, and presses come too early. */
export async function gotoEarly(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
}
