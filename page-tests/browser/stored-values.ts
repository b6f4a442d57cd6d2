/** Copies the browser's stored values into a window, and back when the document ends. */
import type { DOMWindow } from 'jsdom'

export function blockStorage(window: DOMWindow): void {
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get, configurable: true })
}

export function keep(from: Storage, to: Map<string, string>): void {
  to.clear()
  for (const [name, value] of Object.entries(from)) to.set(name, value)
}

export function copy(from: ReadonlyMap<string, string>, to: Storage): void {
  for (const [name, value] of from) to.setItem(name, value)
}
