/** Imitates a browser for the tests: keeps the cookies of one site, and follows redirects one at a time. */
export type TestBrowser = {
  cookies: Map<string, string>
  get(path: string, init?: RequestInit): Promise<Visited>
  post(path: string, headers?: Record<string, string>): Promise<Visited>
  /** Follows redirects, including those of Foyer, until a page is returned. */
  open(path: string): Promise<Visited>
}

type Visited = { status: number; location: string; text: string; url: string; headers: Headers }

export function createTestBrowser(origin: string): TestBrowser {
  const cookies = new Map<string, string>()

  async function get(path: string, init: RequestInit = {}): Promise<Visited> {
    const url = new URL(path, origin)
    const headers = new Headers(init.headers)
    const kept = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (url.origin === origin && kept) headers.set('cookie', kept)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
      url: url.href,
      headers: response.headers,
    }
  }

  async function open(path: string): Promise<Visited> {
    let visited = await get(path)
    for (let i = 0; visited.location; i++) {
      if (i === 10) throw new Error(`Redirected for ever, last to ${visited.location}`)
      visited = await get(new URL(visited.location, visited.url).href)
    }
    return visited
  }

  function post(path: string, headers: Record<string, string> = {}): Promise<Visited> {
    return get(path, { method: 'POST', headers })
  }
  return { cookies, get, post, open }
}
