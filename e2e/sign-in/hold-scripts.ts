import type { BrowserContext, Page } from '@playwright/test'

/** Keeps the page, or all pages of a context, as the service rendered them until the returned function is called. */
export async function holdScripts(page: Page | BrowserContext): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}
