/** The state that the tabs of a browser share. */
import type { CookieJar } from 'jsdom'
import type { TestApp } from '../../api/src/testing/test-app.ts'
import { ask } from './answers.ts'
import { origin } from './shared-service.ts'

export type BrowserState = {
  readonly service: TestApp
  readonly jar: CookieJar
  /** The local storage. A tab sees other tabs' changes when it loads a document. */
  readonly storage: Map<string, string>
  readonly isOnline: boolean
}

const maxRedirects = 10

/** Loads a document of the service and follows its redirects. A redirect to another site returns no HTML. */
export async function loadDocument(
  { service, jar }: BrowserState,
  given: URL,
): Promise<{ html: string; url: URL }> {
  let url = given
  for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
    const headers = new Headers({ accept: 'text/html', 'sec-fetch-mode': 'navigate' })
    const answer = await ask({ app: service.app, jar }, url, { method: 'GET', headers })
    const location = answer.headers.get('location')
    if (!location) return { html: await answer.text(), url }
    const next = new URL(location, url)
    if (!next.hash) next.hash = url.hash
    url = next
    if (url.origin !== origin) return { html: '', url }
  }
  throw new Error(`${given} redirects for ever`)
}
