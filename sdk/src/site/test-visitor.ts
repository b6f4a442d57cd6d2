/** Imitates a browser that visits a site and Foyer: keeps the site's cookies, and follows redirects one at a time. */
import type { Site } from './site.ts'

type Visited = { status: number; location: string; text: string; cookies: string[] }

export function createVisitor(site: Site) {
  const cookies = new Map<string, string>()

  async function visit(path: string, init: RequestInit = {}): Promise<Visited> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await site.handle(new Request(new URL(path, site.origin), { ...init, headers }))
    for (const line of answer?.headers.getSetCookie() ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: answer?.status ?? 0,
      location: answer?.headers.get('location') ?? '',
      text: (await answer?.text()) ?? '',
      cookies: answer?.headers.getSetCookie() ?? [],
    }
  }

  /** Follows redirects, including those of Foyer, to a path of the site itself. */
  async function open(path: string): Promise<{ path: string; last: Visited }> {
    let next = new URL(path, site.origin)
    for (let i = 0; i < 10; i++) {
      const isHere = next.origin === site.origin
      const last = isHere ? await visit(next.pathname + next.search) : await leave(next)
      if (!last.location) return { path: next.pathname + next.search, last }
      next = new URL(last.location, next)
    }
    throw new Error(`Redirected for ever, last to ${next}`)
  }

  async function leave(url: URL): Promise<Visited> {
    const response = await fetch(url, { redirect: 'manual' })
    const location = response.headers.get('location') ?? ''
    return { status: response.status, location, text: await response.text(), cookies: [] }
  }

  /** Sends a request like a script of the site's own page. */
  async function call(path: string, body?: unknown) {
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    const { status, text } = await visit(path, { ...init, body: JSON.stringify(body ?? {}) })
    return { status, body: JSON.parse(text) as Record<string, unknown> }
  }

  function session() {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return site.sessionOf(new Request(site.origin, { headers: { cookie } }))
  }
  return { cookies, visit, open, call, session }
}
