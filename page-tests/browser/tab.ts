/**
 * A browser tab without layout: a document of the service in jsdom, with the page's own script. It loads further
 * documents of the service like a browser, and records the URL if the page navigates to another site.
 */
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { plainPageNames } from '@foyer/contract/pages'
import FakeTimers, { type Clock } from '@sinonjs/fake-timers'
import { waitFor } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { JSDOM, VirtualConsole } from 'jsdom'
import { type Answerer, fetchOf, type SentRequest } from './answers.ts'
import { type BrowserState, loadDocument } from './browser-state.ts'
import type { Embedder } from './embedder.ts'
import { addMissingApis, setLocale, setMedia, usualMedia } from './missing-apis.ts'
import { pageScript } from './page-scripts.ts'
import type { Keeper } from './passkey-keeper.ts'
import { requestByFetch } from './request-by-fetch.ts'
import { origin } from './shared-service.ts'
import { blockStorage, copy, keep } from './stored-values.ts'

/** The timeout is long because busy machines are slow without a fault; the short interval finds elements at once. */
const patience = { timeout: 20_000, interval: 10 }

export type TabOptions = {
  /** Gives the page a clock that `page.clock` controls, starting at this time if it is a number. */
  clock?: true | number
  /** Console errors that the test allows; the test fails for all others. */
  allowedErrors?: RegExp
  /** The browser's time zone, from which pages guess the user's country; without a time zone they use the language. */
  timeZone?: string
  /** The browser's language. */
  language?: string
  /** The media queries that match; defaults to a mouse, reduced motion and a narrow window. */
  media?: RegExp
  userAgent?: string
  /** The browser blocks popups. */
  blocksPopups?: true
  /** Every access to web storage throws, as in some browsers' third-party frames. */
  blocksStorage?: true
  /** What keeps the passkeys of the browser; without one it knows no passkeys. */
  keeper?: Keeper
  /** The window of another site that opened this page as a popup or in a frame. */
  embedder?: Embedder
}

type PageLoad = {
  /** The page of another site that linked to this page. */
  referrer?: string
  /** The state of the history entry; a reload keeps it. */
  state?: unknown
  /** If true, the page's script runs only when the test calls `runScript`. */
  isEarly?: boolean
}

export class Tab {
  /** The page's requests, oldest first. */
  readonly sent: SentRequest[] = []
  /** The page's console warnings, such as a failed analytics request. */
  readonly warnings: string[] = []
  /** The URL of another site that the page navigated to; null while it has not. */
  left: URL | null = null
  /** The URLs of the popups that the page opened, oldest first. */
  readonly opened: { url: URL; popup: { closed: boolean; close(): void } }[] = []
  /** True once the page has closed its window. */
  isClosed = false
  user!: UserEvent
  clock!: Clock
  readonly #browser: BrowserState
  readonly #options: TabOptions
  readonly #answerers: { path: string | RegExp; answer: Answerer }[] = []
  readonly #errors: string[] = []
  readonly #threads = new Set<Worker>()
  readonly #channels = new Set<BroadcastChannel>()
  readonly #session = new Map<string, string>()
  #dom: JSDOM | undefined
  #closeWindow = () => {}
  loading: Promise<unknown> = Promise.resolve()

  constructor(browser: BrowserState, options: TabOptions) {
    this.#browser = browser
    this.#options = options
  }

  get window() {
    assert.ok(this.#dom, 'No document is open')
    return this.#dom.window
  }

  get document(): Document {
    return this.window.document
  }

  /** Returns the URL of the current document. */
  get url(): URL {
    return new URL(this.window.location.href)
  }

  /** Loads a document and waits until its script is ready. */
  async goto(path: string, load: PageLoad = {}): Promise<void> {
    this.#load(new URL(path, origin), load)
    await this.loading
  }

  /** Loads a document as the service rendered it, without its script, for tests of early user actions (`runScript`). */
  gotoEarly(path: string): Promise<void> {
    return this.goto(path, { isEarly: true })
  }

  /** Runs the page's script and waits until it is ready. */
  async runScript(): Promise<void> {
    const dom = this.#dom
    const { document } = this
    const script = await pageScript(document.documentElement.dataset.page ?? '')
    if (!dom || this.#dom !== dom) return
    script.runInContext(dom.getInternalVMContext())
    await this.waitFor(() => assert.ok(isSettled(document), 'The page has not started'))
  }

  /**
   * Loads the document again with the state of its history entry. Earlier history entries are lost; only a browser
   * keeps them.
   */
  reload(): Promise<void> {
    const { location, history } = this.window
    return this.goto(location.href, { state: structuredClone(history.state) })
  }

  /** Goes back in the document's history. */
  back(): void {
    this.window.history.back()
  }

  /** Goes forward in the document's history. */
  forward(): void {
    this.window.history.forward()
  }

  /**
   * Answers requests for this path, also from later documents; newer answers take precedence. Returns a function that
   * removes the answer.
   */
  answer(path: string | RegExp, answer: Answerer): () => void {
    const entry = { path, answer }
    this.#answerers.unshift(entry)
    return () => this.#answerers.splice(this.#answerers.indexOf(entry), 1)
  }

  /** Repeats the check until it does not throw, lets React run pending effects, and returns the check's value. */
  async waitFor<T>(check: () => T): Promise<T> {
    const value = await waitFor(check, { container: this.document.documentElement, ...patience })
    await setImmediate()
    await setImmediate()
    return value
  }

  /** Closes the tab; fails if the page has logged an error to its console. */
  close(): void {
    this.#unload()
    const { allowedErrors } = this.#options
    assert.deepEqual(
      this.#errors.filter((text) => !allowedErrors?.test(text)),
      [],
      'The page wrote errors to its console',
    )
  }

  /** Notifies the page that the network is online or offline. */
  tellOnline(isOnline: boolean): void {
    if (!this.#dom) return
    const { window } = this.#dom
    window.dispatchEvent(new window.Event(isOnline ? 'online' : 'offline'))
  }

  #load(url: URL, load: PageLoad = {}): void {
    this.loading = this.#open(url, load).catch((error) => {
      this.#errors.push(String(error))
    })
  }

  async #open(given: URL, { referrer, state = null, isEarly }: PageLoad): Promise<void> {
    const { html, url } = await loadDocument(this.#browser, given)
    if (url.origin !== origin) {
      this.left = url
      return
    }
    this.#unload()
    const virtualConsole = new VirtualConsole()
    virtualConsole.on('error', (...texts) => this.#errors.push(texts.map(String).join(' ')))
    virtualConsole.on('warn', (...texts) => this.warnings.push(texts.map(String).join(' ')))
    virtualConsole.on('jsdomError', (error) => {
      // jsdom reports that it cannot follow links; `leaving` handles them.
      if (!/^Not implemented/.test(error.message)) this.#errors.push(String(error.cause ?? error))
    })
    const dom = new JSDOM(withoutStyles(html), {
      url: url.href,
      ...(referrer !== undefined && { referrer }),
      runScripts: 'dangerously',
      pretendToBeVisual: true,
      virtualConsole,
      cookieJar: this.#browser.jar,
      beforeParse: (window) => {
        this.#prepare(window)
        window.history.replaceState(state, '')
      },
    })
    this.#dom = dom
    const { document } = dom.window
    this.user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 })
    if (!isEarly) await this.runScript()
  }

  #prepare(window: JSDOM['window']): void {
    const { clock, timeZone = 'UTC', language = 'en-US', media = usualMedia } = this.#options
    const { blocksStorage, userAgent, keeper } = this.#options
    addMissingApis(window, { threads: this.#threads, channels: this.#channels }, keeper)
    this.#prepareWindows(window)
    setLocale(window, { timeZone, language })
    setMedia(window, media)
    if (clock)
      this.clock = FakeTimers.withGlobal(window).install({
        now: clock === true ? Date.now() : clock,
        shouldAdvanceTime: true,
        toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      })
    const network = {
      app: this.#browser.service.app,
      jar: this.#browser.jar,
      isOnline: () => this.#browser.isOnline,
      answerers: this.#answerers,
      sent: this.sent,
    }
    const go = (address: string | URL) => this.#leave(new URL(address, window.location.href))
    const leaving = { assign: go, replace: go, reload: () => void this.reload() }
    Object.assign(window, {
      fetch: fetchOf(window, network),
      XMLHttpRequest: requestByFetch(window),
      leaving,
    })
    Object.defineProperty(window.navigator, 'onLine', { get: () => this.#browser.isOnline })
    if (userAgent) Object.defineProperty(window.navigator, 'userAgent', { value: userAgent })
    if (blocksStorage) blockStorage(window)
    else {
      copy(this.#browser.storage, window.localStorage)
      copy(this.#session, window.sessionStorage)
    }
    window.addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a')
      if (!link?.href || link.target === '_blank' || event.defaultPrevented) return
      if (link.href.split('#')[0] !== window.location.href.split('#')[0]) go(link.href)
    })
  }

  /** Records what the page does with its own window and with others. */
  #prepareWindows(window: JSDOM['window']): void {
    const { blocksPopups, embedder } = this.#options
    const open = (address: string) => {
      if (blocksPopups) return null
      const popup = {
        closed: false,
        close: () => {
          popup.closed = true
        },
      }
      this.opened.push({ url: new URL(address, window.location.href), popup })
      return popup
    }
    const close = () => {
      this.isClosed = true
    }
    this.#closeWindow = window.close.bind(window)
    Object.assign(window, { open, close })
    embedder?.meet(window)
  }

  #leave(url: URL): void {
    if (url.origin === origin) this.#load(url)
    else this.left = url
  }

  #unload(): void {
    if (!this.#dom) return
    const { window } = this.#dom
    window.dispatchEvent(new window.Event('pagehide'))
    if (!this.#options.blocksStorage) {
      keep(window.localStorage, this.#browser.storage)
      keep(window.sessionStorage, this.#session)
    }
    this.clock?.uninstall()
    for (const thread of this.#threads) thread.terminate()
    this.#threads.clear()
    for (const channel of this.#channels) channel.close()
    this.#channels.clear()
    this.#closeWindow()
    this.#dom = undefined
  }
}

/** Removes the document's style sheets, because the page's script adds the style sheets of all pages. */
function withoutStyles(html: string): string {
  return html.replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
}

/**
 * Returns true once the page is ready. React pages mark their start; plain pages are ready once their script has run.
 */
function isSettled({ documentElement: { dataset } }: Document): boolean {
  const isPlain = plainPageNames().some((page) => page === dataset.page)
  return dataset.started !== undefined || dataset.fatal !== undefined || isPlain
}
