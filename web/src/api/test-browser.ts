/** Replaces the browser's globals in tests: storage in memory, and a `fetch` that calls a function. */

export type Asked = { url: string; method: string; headers: Headers; body: unknown; init: RequestInit }

type Global = keyof typeof globalThis

export function setGlobal(name: Global, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** Imitates the storage of third-party frames in some browsers, which throws. */
export function throwingStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  function refuse(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  return { getItem: refuse, setItem: refuse, removeItem: refuse }
}

/** Sets empty storages and a `fetch` that returns `answer(request)`. Returns the list of requests in order. */
export function fakeBrowser(answer: (asked: Asked) => Response | Promise<Response> = unexpected): Asked[] {
  const asked: Asked[] = []
  setGlobal('localStorage', memoryStorage())
  setGlobal('sessionStorage', memoryStorage())
  setGlobal('document', { documentElement: { dataset: {} } })
  setGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const one = { url, method: init.method ?? '', headers: new Headers(init.headers), body, init }
    asked.push(one)
    return answer(one)
  })
  return asked
}

export function answerData(data: unknown): Response {
  return Response.json({ data })
}

export function answerError(status: number, code: string, more: Record<string, unknown> = {}): Response {
  return Response.json({ errors: { code, ...more } }, { status })
}

/** Sets a window that accepts listeners. Pass `parent` to make the window a frame. */
export function fakeWindow(parent?: unknown): EventTarget {
  const target = new EventTarget()
  const own = {}
  setGlobal('window', Object.assign(own, { parent: parent ?? own, opener: null }))
  setGlobal('addEventListener', target.addEventListener.bind(target))
  setGlobal('removeEventListener', target.removeEventListener.bind(target))
  setGlobal('dispatchEvent', target.dispatchEvent.bind(target))
  return target
}

/** Sets the history of one tab: its entries, the current entry, Back and Forward. */
export function fakeHistory(target: EventTarget, states: unknown[] = [null]) {
  let at = states.length - 1
  function go(by: number): void {
    at += by
    queueMicrotask(() => target.dispatchEvent(new Event('popstate')))
  }
  setGlobal('history', {
    get state() {
      return states[at]
    },
    pushState: (state: unknown) => {
      at += 1
      states.splice(at, states.length, state)
    },
    replaceState: (state: unknown) => void states.splice(at, 1, state),
    back: () => go(-1),
    forward: () => go(1),
  })
  return { states, at: () => at }
}

function unexpected({ url }: Asked): never {
  throw new Error(`The test expects no call of ${url}`)
}
