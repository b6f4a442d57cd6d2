/** Fakes the window, document and server for tests of the browser part. */
import type { TestContext } from 'node:test'

type FakePopup = {
  closed: boolean
  address: string
  close(): void
  location: { replace(url: string): void }
}

const accounts = 'https://accounts.test'

/** Sets the globals of a page at https://learn.test/courses until the test ends. */
export function fakePage(t: TestContext, { isPopupBlocked = false, hasFocus = false } = {}) {
  const events = new EventTarget()
  const popups: FakePopup[] = []
  const frames: { src: string; contentWindow: object; style: Record<string, string>; isRemoved: boolean }[] =
    []
  const visits: string[] = []
  const calls: string[] = []
  const stored = new Map<string, string>()
  const answers: Record<string, unknown> = {
    '/foyer/session': { user: null },
    '/foyer/begin': { codeChallenge: 'c', redirectUrl: 'https://learn.test/foyer/callback?state=s' },
    '/foyer/finish': { user: { uuid: '1', fullName: 'Asha Rao' } },
    '/foyer/sign-out': { url: `${accounts}/logout?platform=student` },
  }
  const page = { hasFocus }

  function openPopup(): FakePopup | null {
    if (isPopupBlocked) return null
    const popup: FakePopup = {
      closed: false,
      address: '',
      close: () => Object.assign(popup, { closed: true }),
      location: { replace: (url) => Object.assign(popup, { address: url }) },
    }
    popups.push(popup)
    return popup
  }

  function createFrame() {
    const frame = {
      src: '',
      contentWindow: {},
      style: {},
      isRemoved: false,
      remove: () => Object.assign(frame, { isRemoved: true }),
    }
    frames.push(frame)
    return frame
  }

  const location = {
    href: 'https://learn.test/courses?page=2#top',
    origin: 'https://learn.test',
    protocol: 'https:',
    hostname: 'learn.test',
    assign: (url: string) => visits.push(url),
  }
  const document = {
    body: { append: () => {} },
    hidden: false,
    createElement: createFrame,
    hasFocus: () => page.hasFocus,
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  const globals: Record<string, unknown> = {
    window: Object.assign(events, { open: openPopup }),
    document,
    location,
    history: {
      state: null,
      replaceState: (_: unknown, __: string, url: URL) => Object.assign(location, { href: url.href }),
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    ...{ screenX: 0, screenY: 0, outerWidth: 1280, outerHeight: 800 },
    fetch: async (path: string) => {
      calls.push(path)
      const answer = answers[path]
      if (answer instanceof Error) throw answer
      return Response.json(answer, { status: answer && Object.hasOwn(answer, 'error') ? 400 : 200 })
    },
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

  /** Delivers a message, by default from Foyer. */
  function post(source: unknown, data: unknown, origin = accounts): void {
    events.dispatchEvent(Object.assign(new Event('message'), { source, data, origin }))
  }
  t.after(() => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  })
  return { page, location, popups, frames, visits, calls, stored, answers, post, events }
}

/** Runs everything that does not wait for a timer. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}
