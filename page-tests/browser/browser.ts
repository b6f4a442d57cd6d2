/** A browser of one user: cookies, stored values and tabs. It closes after its test. */
import { afterEach } from 'node:test'
import { CookieJar } from 'jsdom'
import type { TestApp } from '../../api/src/testing/test-app.ts'
import type { BrowserState } from './browser-state.ts'
import { Page } from './page.ts'
import { sharedService } from './shared-service.ts'
import type { TabOptions } from './tab.ts'

export class Browser implements BrowserState {
  readonly jar = new CookieJar()
  /** The local storage that all tabs share. A tab sees other tabs' changes when it loads a document. */
  readonly storage = new Map<string, string>()
  readonly service: TestApp
  readonly pages: Page[] = []
  isOnline = true

  constructor(service: TestApp) {
    this.service = service
  }

  /** Opens a tab at a path of the service. */
  async open(path: string, options: TabOptions = {}): Promise<Page> {
    const page = this.newPage(options)
    await page.goto(path)
    return page
  }

  /** Opens an empty tab, for tests that answer requests of the first document themselves. */
  newPage(options: TabOptions = {}): Page {
    const page = new Page(this, options)
    this.pages.push(page)
    return page
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline
    for (const page of this.pages) page.tellOnline(isOnline)
  }
}

const opened = new Set<Browser>()

/** Opens a browser on the shared service, or on a given service, until the end of the test. */
export async function openBrowser(service?: TestApp): Promise<Browser> {
  const browser = new Browser(service ?? (await sharedService()))
  opened.add(browser)
  return browser
}

/** Returns the browser that this page belongs to. */
export function browserOf(page: Page): Browser {
  const browser = [...opened].find(({ pages }) => pages.includes(page))
  if (!browser) throw new Error('The page belongs to no open browser')
  return browser
}

/** Opens a page in a new browser. */
export async function openPage(path: string, options: TabOptions = {}): Promise<Page> {
  const browser = await openBrowser()
  return browser.open(path, options)
}

// Test files in one process share this hook: scripts/test-shard.ts imports the module outside of them.
afterEach(() => {
  for (const browser of opened) {
    opened.delete(browser)
    for (const page of browser.pages) page.close()
  }
})
