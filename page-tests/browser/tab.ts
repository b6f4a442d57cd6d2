/**
 * A tab of a browser without layout: a document of the service in jsdom, with the page's own script. It loads further
 * documents of the service as a browser does, and notes the address of another site that it is left for.
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
import { origin } from './shared-service.ts'
import { blockStorage, copy, keep } from './stored-values.ts'

/** A busy machine is slow without a fault; what is there is found at once. */
const patience = { timeout: 20_000, interval: 10 }

export type TabOptions = {
  /** Gives the page a clock that `page.clock` moves, set to this time if it is a number. */
  clock?: true | number
  /** Fails the test for console errors other than these. */
  allowedErrors?: RegExp
  /** The time zone of the browser, by which pages guess the user's country; without one they ask the language. */
  timeZone?: string
  /** The language of the browser. */
  language?: string
  /** The media queries that match: by default those of a mouse, no motion and a narrow window. */
  media?: RegExp
  userAgent?: string
  /** Opens no popups. */
  blocksPopups?: true
  /** Refuses every use of web storage, as some browsers do in frames of other sites. */
  blocksStorage?: true
  /** A page of another site that opened this one in a popup, or frames it. */
  embedder?: Embedder
}

type PageLoad = {
  /** The page of another site that led here. */
  referrer?: string
  /** The state of the history entry, which a reload keeps. */
  state?: unknown
  /** The script of the page is held back until `runScript`. */
  isEarly?: boolean
}

export class Tab {
  /** Requests of the page, oldest first. */
  readonly sent: SentRequest[] = []
  /** What the page wrote as warnings, such as a tracking that failed. */
  readonly warnings: string[] = []
  /** Where the page was left for: the address of another site. */
  left: URL | null = null
  /** The addresses of the popups that the page opened, oldest first. */
  readonly opened: { url: URL; popup: { closed: boolean; close(): void } }[] = []
  /** Set once the page has closed its window. */
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

  /** The address of the shown document. */
  get url(): URL {
    return new URL(this.window.location.href)
  }

  /** Loads a document and waits until its script handles the page. */
  async goto(path: string, load: PageLoad = {}): Promise<void> {
    this.#load(new URL(path, origin), load)
    await this.loading
  }

  /** Shows a document as the service rendered it, for tests of what a user does before its script arrives (`runScript`). */
  gotoEarly(path: string): Promise<void> {
    return this.goto(path, { isEarly: true })
  }

  /** Runs the script of the page and waits until it handles the page. */
  async runScript(): Promise<void> {
    const dom = this.#dom
    const { document } = this
    const script = await pageScript(document.documentElement.dataset.page ?? '')
    if (!dom || this.#dom !== dom) return
    script.runInContext(dom.getInternalVMContext())
    await this.waitFor(() => assert.ok(isSettled(document), 'The page has not started'))
  }

  /** Loads the document again, with the state of its history entry. The entries before it are a browser's to keep. */
  reload(): Promise<void> {
    const { location, history } = this.window
    return this.goto(location.href, { state: structuredClone(history.state) })
  }

  /** Goes back in the history of the document. */
  back(): void {
    this.window.history.back()
  }

  /** Goes forward in the history of the document. */
  forward(): void {
    this.window.history.forward()
  }

  /** Answers requests for this path by hand, also of later documents; newer answers come first. Returns how to stop. */
  answer(path: string | RegExp, answer: Answerer): () => void {
    const entry = { path, answer }
    this.#answerers.unshift(entry)
    return () => this.#answerers.splice(this.#answerers.indexOf(entry), 1)
  }

  /** Repeats until the check throws nothing, lets React run the effects of what is shown, and returns its value. */
  async waitFor<T>(check: () => T): Promise<T> {
    const value = await waitFor(check, { container: this.document.documentElement, ...patience })
    await setImmediate()
    await setImmediate()
    return value
  }

  /** Closes the tab, and fails for an error that the page wrote to its console. */
  close(): void {
    this.#unload()
    const { allowedErrors } = this.#options
    assert.deepEqual(
      this.#errors.filter((text) => !allowedErrors?.test(text)),
      [],
      'The page wrote errors to its console',
    )
  }

  /** Tells the page that the network came or went. */
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
      // jsdom follows no links; `leaving` does.
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
    const { blocksStorage, userAgent } = this.#options
    addMissingApis(window, { threads: this.#threads, channels: this.#channels })
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
    Object.assign(window, { fetch: fetchOf(window, network), leaving })
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

  /** Notes what the page does with its own window and with others. */
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

/** The page's script adds the sheets of all pages, so those of the document would only be read twice. */
function withoutStyles(html: string): string {
  return html.replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
}

/** Pages with React say that they have started; the others need no more than their script. */
function isSettled({ documentElement: { dataset } }: Document): boolean {
  const isPlain = plainPageNames().some((page) => page === dataset.page)
  return dataset.started !== undefined || dataset.fatal !== undefined || isPlain
}
