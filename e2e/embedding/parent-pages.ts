/** Opens sites that embed or open pages of Foyer, and reads the messages that they receive. */
import type { Frame, FrameLocator, Page } from '@playwright/test'
import { accountsUrl, parents } from '../test-installation.ts'

export { parents }

export const siteKinds = [
  ['same-site', parents.sameSite],
  ['cross-site', parents.crossSite],
] as const

type Received = { origin: string; data: { type?: string; [key: string]: unknown } }

type Parent = { html?: string; headers?: Record<string, string> }

/** Returns the URL of a page on a site of `parents`. */
export function parentUrl(origin: string, { html = '', headers = {} }: Parent = {}): string {
  const url = new URL(origin)
  if (html) url.searchParams.set('html', html)
  for (const [name, value] of Object.entries(headers)) url.searchParams.append('header', `${name}: ${value}`)
  return url.href
}

/** Returns the URL of a page of Foyer with this query. */
export function foyerUrl(path: string, query: Record<string, string> = {}): string {
  return `${accountsUrl}${path}?${new URLSearchParams(query)}`
}

/** Returns the HTML of a frame; `attributes` may be `sandbox="allow-scripts"`. */
export function frameOf(src: string, attributes = ''): string {
  return `<iframe title="Foyer" width="400" height="640" src="${src.replaceAll('&', '&amp;')}" ${attributes}></iframe>`
}

/** Opens a site that embeds a page of Foyer, and returns the embedded page. */
export async function embed(page: Page, origin: string, src: string, attributes = ''): Promise<FrameLocator> {
  await page.goto(parentUrl(origin, { html: frameOf(src, attributes) }))
  return page.frameLocator('iframe')
}

/** Opens a popup with a click on the site's button, because browsers block other popups. */
export async function openPopup(opener: Page, url: string): Promise<Page> {
  await opener.evaluate((address) => {
    const button = document.getElementById('open')
    if (!button) throw new Error('The page opens no popups')
    button.onclick = () => {
      Object.assign(window, { popup: window.open(address, 'foyer', 'popup,width=400,height=640') })
    }
  }, url)
  const opened = opener.waitForEvent('popup')
  await opener.locator('#open').click()
  return opened
}

/** Deletes the browser's session at Foyer, on a page that does not redirect signed-in users. */
export async function forgetUser(page: Page): Promise<void> {
  await page.goto(foyerUrl('/help', { platform: 'student' }))
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Returns the messages that a site has received, of one type or of all. */
export async function received(site: Page | Frame, type?: string): Promise<Received[]> {
  const messages = await site.evaluate(() => (window as unknown as { received: Received[] }).received)
  return type === undefined ? messages : messages.filter(({ data }) => data?.type === type)
}
