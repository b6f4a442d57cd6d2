/**
 * Imitates the window of another site that opened a page as a popup or in a frame: records the page's messages and
 * posts messages to it.
 */
import assert from 'node:assert/strict'
import type { DOMWindow } from 'jsdom'

type Heard = { data: { type: string; [name: string]: unknown }; origin: string }

export class Embedder {
  readonly #kind: 'opener' | 'parent'
  readonly origin: string
  /** The messages from the page, each with its target origin. */
  readonly heard: Heard[] = []
  /** True once the user has closed the window that opened the page. */
  closed = false
  #page: DOMWindow | undefined

  constructor(kind: 'opener' | 'parent', origin: string) {
    this.#kind = kind
    this.origin = origin
  }

  /** Returns the messages of one type. */
  ofType(type: string): Heard[] {
    return this.heard.filter(({ data }) => data.type === type)
  }

  /** Sets this object as the opener or parent of the window. */
  meet(window: DOMWindow): void {
    this.#page = window
    Object.defineProperty(window, this.#kind, { value: this, configurable: true })
  }

  /** The page calls this to post a message. */
  postMessage(data: Heard['data'], target: string | { targetOrigin: string }): void {
    this.heard.push({ data, origin: typeof target === 'string' ? target : target.targetOrigin })
  }

  /** Posts a message to the page. */
  say(data: unknown, { origin = this.origin, source = this as unknown } = {}): void {
    assert.ok(this.#page, 'The page is not open')
    const event = new this.#page.Event('message')
    this.#page.dispatchEvent(Object.assign(event, { data, origin, source }))
  }
}
