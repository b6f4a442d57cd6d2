/**
 * Adds browser APIs that the pages use and jsdom lacks. Layout and motion are not imitated; browser tests cover them.
 */
import { webcrypto } from 'node:crypto'
import { Worker as Thread } from 'node:worker_threads'
import type { DOMWindow } from 'jsdom'
import { addKeeper, type Keeper } from './passkey-keeper.ts'

/** A mouse, reduced motion, and a narrow window like a phone, where every field can be focused. */
export const usualMedia = /pointer: fine|prefers-reduced-motion: reduce/

/** Resources that close with the document. */
type Open = { threads: Set<Thread>; channels: Set<BroadcastChannel> }

export function addMissingApis(window: DOMWindow, { threads, channels }: Open, keeper?: Keeper): void {
  if (keeper) addKeeper(window, keeper)
  const { Element, HTMLDialogElement, HTMLElement, HTMLImageElement } = window
  define(window, {
    Headers,
    Request,
    Response,
    TextEncoder,
    TextDecoder,
    BroadcastChannel: class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        channels.add(this)
      }
    },
    MessageChannel: LocalMessageChannel,
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    /** Without layout, every element is in view. */
    IntersectionObserver: class {
      readonly #report: (entries: { isIntersecting: boolean }[]) => void
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#report = report
      }
      observe() {
        setImmediate(() => this.#report([{ isIntersecting: true }]))
      }
      disconnect() {}
    },
    Worker: class extends EventTarget {
      readonly #thread = new Thread(new URL('./captcha-worker.ts', import.meta.url))
      onmessage?: (event: MessageEvent) => void
      constructor() {
        super()
        threads.add(this.#thread)
        this.#thread.on('message', (data) => {
          const event = new MessageEvent('message', { data })
          this.onmessage?.(event)
          this.dispatchEvent(event)
        })
      }
      postMessage(data: unknown) {
        this.#thread.postMessage(structuredClone(data))
      }
      terminate() {
        threads.delete(this.#thread)
        this.#thread.terminate()
      }
    },
    scrollTo: () => {},
  })
  define(window.performance, { getEntriesByType: () => [] })
  define(window.crypto, { subtle: webcrypto.subtle })
  define(window.navigator, { hardwareConcurrency: 1, locks: locks(), sendBeacon: () => true })
  define(Element.prototype, { scrollIntoView: () => {}, animate: () => ({ finished: Promise.resolve() }) })
  define(HTMLImageElement.prototype, { decode: async () => {} })
  define(HTMLElement.prototype, { hidePopover: () => {}, showPopover: () => {} })
  Object.defineProperty(HTMLElement.prototype, 'innerText', {
    get(this: HTMLElement) {
      return this.textContent
    },
    set(this: HTMLElement, text: string) {
      this.textContent = text
    },
    configurable: true,
  })
  define(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
      this.querySelector<HTMLElement>('[autofocus], button, a[href], input')?.focus()
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.open = false
      this.dispatchEvent(new window.Event('close'))
    },
  })
}

/** Makes only these media queries match. */
export function setMedia(window: DOMWindow, matching: RegExp): void {
  const matchMedia = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: matching.test(media) })
  define(window, { matchMedia })
}

/** Replaces the time zone and language, which otherwise are those of the machine. */
export function setLocale(
  window: DOMWindow,
  { timeZone, language }: { timeZone: string; language: string },
): void {
  define(window.navigator, { language, languages: [language] })
  const { Intl: own } = window as unknown as { Intl: { DateTimeFormat: typeof Intl.DateTimeFormat } }
  const { DateTimeFormat } = own
  const inZone = (locales?: string, options?: Intl.DateTimeFormatOptions) =>
    new DateTimeFormat(locales, { timeZone, ...options })
  own.DateTimeFormat = new Proxy(DateTimeFormat, {
    apply: (_, __, [locales, options]) => inZone(locales, options),
    construct: (_, [locales, options]) => inZone(locales, options),
  })
}

function define(target: object, values: object): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

type Port = { onmessage?: (event: { data: unknown }) => void; postMessage(data: unknown): void }

/** Replaces Node's MessageChannel, which would keep the process running. */
class LocalMessageChannel {
  readonly port1: Port = { postMessage: (data) => setImmediate(() => this.port2.onmessage?.({ data })) }
  readonly port2: Port = { postMessage: (data) => setImmediate(() => this.port1.onmessage?.({ data })) }
}

/** Makes Web Locks that give each name to one holder at a time, like the windows of a browser. */
function locks() {
  const held = new Map<string, Promise<unknown>>()
  return {
    request(name: string, ...rest: [object, (lock: object | null) => unknown] | [() => unknown]) {
      const options = rest.length === 2 ? (rest[0] as { ifAvailable?: boolean }) : {}
      const work = rest.at(-1) as (lock: object | null) => unknown
      const before = held.get(name)
      if (before && options.ifAvailable) return Promise.resolve(work(null))
      const done = Promise.resolve(before).then(() => work({ name }))
      const settled = done.then(
        () => {},
        () => {},
      )
      held.set(name, settled)
      settled.then(() => held.get(name) === settled && held.delete(name))
      return done
    },
  }
}
