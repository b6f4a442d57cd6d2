/** Makes the XMLHttpRequest of a window from its `fetch`, which the tests answer. Uploads use it for their progress. */
import type { DOMWindow } from 'jsdom'

export function requestByFetch(window: DOMWindow): unknown {
  return class {
    readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    }
    withCredentials = false
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    status = 0
    responseText = ''
    readonly #headers = new Headers()
    readonly #leaving = new AbortController()
    #answered = new Headers()
    #method = 'GET'
    #url = ''

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders(): string {
      return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n')
    }

    abort(): void {
      this.#leaving.abort()
    }

    async send(body: BodyInit | null): Promise<void> {
      const { signal } = this.#leaving
      const credentials = this.withCredentials ? 'include' : 'same-origin'
      const given = { method: this.#method, headers: this.#headers, body, credentials, signal } as const
      try {
        const response = await window.fetch(this.#url, given)
        this.upload.onprogress?.({ loaded: 1, total: 1 })
        this.status = response.status
        this.#answered = response.headers
        this.responseText = await response.text()
        this.onload?.()
      } catch {
        if (signal.aborted) this.onabort?.()
        else this.onerror?.()
      }
    }
  }
}
