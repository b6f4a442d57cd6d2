/** A browser of one user: cookies, stored values and tabs. It ends with its test. */
import { afterEach } from 'node:test'
import { CookieJar } from 'jsdom'
import type { TestApp } from '../../api/src/testing/test-app.ts'
import type { BrowserState } from './browser-state.ts'
import { Page } from './page.ts'
import { sharedService } from './shared-service.ts'
import type { TabOptions } from './tab.ts'

export class Browser implements BrowserState {
  readonly jar = new CookieJar()
  /** The local storage that its tabs share; a tab sees what others wrote when it loads a document. */
  readonly storage = new Map<string, string>()
  readonly service: TestApp
  readonly pages: Page[] = []
  isOnline = true

  constructor(service: TestApp) {
    this.service = service
  }

  /** Opens a tab on a path of the service. */
  async open(path: string, options: TabOptions = {}): Promise<Page> {
    const page = this.newPage(options)
    await page.goto(path)
    return page
  }

  /** Opens an empty tab, for tests that answer requests of the first document by hand. */
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

/** Opens a browser on the shared service, or on a given one, until the end of the test. */
export async function openBrowser(service?: TestApp): Promise<Browser> {
  const browser = new Browser(service ?? (await sharedService()))
  opened.add(browser)
  return browser
}

/** The browser that shows this page. */
export function browserOf(page: Page): Browser {
  const browser = [...opened].find(({ pages }) => pages.includes(page))
  if (!browser) throw new Error('The page belongs to no open browser')
  return browser
}

/** Opens a page in a browser of its own. */
export async function openPage(path: string, options: TabOptions = {}): Promise<Page> {
  const browser = await openBrowser()
  return browser.open(path, options)
}

// Files that share a process share the hook: scripts/test-shard.ts imports this module outside of them.
afterEach(() => {
  for (const browser of opened) {
    opened.delete(browser)
    for (const page of browser.pages) page.close()
  }
})
