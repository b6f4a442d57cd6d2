/** Sets the browser's font size, which `:root { font-size: 100% }` follows. Chromium only. */
import type { Page } from '@playwright/test'

const standardPx = 16
/** Chromium's default size of monospace text. */
const fixedPx = 13

export async function setTextSize(page: Page, percent: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const fontSizes = { standard: (standardPx * percent) / 100, fixed: (fixedPx * percent) / 100 }
  await client.send('Page.setFontSizes', { fontSizes })
  await client.detach()
}
