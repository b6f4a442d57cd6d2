import type { BrowserContext, Page } from '@playwright/test'

/** Holds the scripts of the page, or of all pages of a context, until the returned function is called. */
export async function holdScripts(page: Page | BrowserContext): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}
