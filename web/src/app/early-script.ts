/**
 * Runs inline in the head before the first paint. Records an early click and shows that work has begun, records the origin
 * of the visit, uses the web font that an earlier visit loaded, marks a signed-in user and a shared computer, offers the
 * last person who signed in, shows the fatal notice if the page's script fails, and collects errors until the reporter is
 * loaded. The content security policy allows the script by its hash.
 */

import type { NotedError, ReactKind } from '../error-reports/describe-error.ts'
import type { send } from '../error-reports/on-error.ts'

type EarlyPage = {
  /**
   * Called by the page's script, which handles errors from now on. Returns the form, button or link that the user pressed
   * too early.
   */
  start: (onError: (event: Event) => void) => HTMLElement | null
  /** Replaces the page with the fatal notice. */
  fail: () => void
  /** Reports an error that fires no event on the window. */
  report: (error: unknown, kind: ReactKind) => void
  /**
   * Offers a person on the sign-in page, unless the query names a user: one who is signed in at another platform in this
   * browser, or else the last person of this platform.
   */
  offer: (search: string) => void
  /** Makes room for the bar of a shared computer if a user is signed in, and returns whether it does; none in popups and frames. */
  markShared: () => boolean
  /** The path of the web font if this visit uses the web font. */
  font: string | null
}

declare global {
  interface Window {
    foyer: EarlyPage
  }
}

/** The keys of web storage that the script uses. `sandboxed` is the text of a popup or frame in a sandbox. */
export type EarlyKeys = {
  visitOrigin: string
  auth: string
  person: string
  /** Set while somebody may be signed in in this browser. */
  here: string
  /** Set on a shared computer. */
  shared: string
  personLifeMs: number
  /** The key for the path of the web font that the browser has loaded. */
  font: string
  /** The key for the path of the font of this visit; an empty value means the system's font. */
  face: string
  sandboxed?: string
  /** The display names of the platforms, on pages that offer a person of this browser. */
  names?: Readonly<Record<string, string>>
  /** Set on pages that take a signed-in user to the platform at once. */
  leadsOn?: true
}

/**
 * The document contains this function as text, so the function must not use anything from outside. `loadReporter` is text
 * in page-document.ts, because the development server rewrites an `import()` in a function.
 */
export function earlyScript(
  keys: EarlyKeys,
  font: string | null,
  loadReporter: () => Promise<{ send: typeof send }>,
): void {
  const html = document.documentElement
  let started: ((event: Event) => void) | undefined
  let early: HTMLElement | null = null
  let earlyButton: HTMLElement | null = null
  const noted: NotedError[] = []
  let reporter: Promise<{ send?: typeof send }> | undefined
  /**
   * A sandbox removes the origin: the page would have no storage and no calls, and the receiver could not verify the sender
   * of the code.
   */
  const isSandboxed = keys.sandboxed && origin === 'null'
  if (isSandboxed) addEventListener('DOMContentLoaded', fail)
  if (parent !== window) html.dataset.framed = ''

  function fail() {
    html.dataset.fatal = ''
    document.getElementById('fatal')?.setAttribute('role', 'main')
    const title = document.getElementById('fatal-title')
    const sentence = title?.nextElementSibling as HTMLElement | null
    if (isSandboxed && sentence) sentence.innerText = keys.sandboxed ?? ''
    title?.focus()
  }

  /** Browser extensions also raise errors here, but their scripts are not on this host. */
  function take(event: Event & Partial<ErrorEvent & PromiseRejectionEvent>) {
    // The browser raises warnings as errors, for example about a ResizeObserver. No script threw them.
    if (event.lineno === 0 && !event.error) return
    const place = event.filename || event.reason?.stack
    if (event.target instanceof HTMLScriptElement || place?.includes(location.origin)) {
      if (started) started(event)
      else fail()
      report(event)
    }
  }

  function report(what: unknown, kind?: ReactKind) {
    noted.push([what, kind])
    // If the reporter does not load, the page can report only that a script did not load.
    reporter ??= loadReporter().catch(
      () =>
        navigator.sendBeacon(
          '/api/error-reports',
          new Blob(['{"kind":"script"}'], { type: 'application/json' }),
        ) as never,
    )
    reporter.then((loaded) => loaded.send?.(noted))
  }

  /**
   * Marks the pressed button as busy; early-busy.css draws the rest, because React must find the elements that the server
   * rendered.
   */
  function keep(used: HTMLElement, button: HTMLElement | null) {
    early = used
    if (earlyButton) earlyButton.ariaDisabled = null
    earlyButton = button
    if (!button) return
    button.ariaDisabled = 'true'
    html.dataset.early = ''
    const status = document.getElementById('live-status')
    if (status) status.innerText = button.dataset.busy ?? ''
  }

  addEventListener(
    'submit',
    (event) => {
      if (started) return
      event.preventDefault()
      keep(event.target as HTMLFormElement, event.submitter)
    },
    true,
  )
  addEventListener('error', take, true)
  addEventListener('unhandledrejection', take)
  addEventListener(
    'click',
    (event) => {
      const used = (event.target as Element).closest?.<HTMLElement>(
        '[data-reload],[data-busy][data-provider],[data-window] main a',
      )
      if (used?.dataset.provider) started || keep(used, used)
      else if (used instanceof HTMLAnchorElement) {
        // In a popup or a frame, only the page's script can keep a navigation inside the window (window-links.ts).
        if (started || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        keep(used, null)
      } else if (used) location.reload()
    },
    true,
  )

  window.foyer = {
    start(onError) {
      started = onError
      if (earlyButton) earlyButton.ariaDisabled = null
      return early
    },
    fail,
    report,
    offer,
    markShared,
    font,
  }

  function show(name: string, text: string) {
    html.style.setProperty(`--known-${name}`, JSON.stringify(text))
  }

  /** Returns a session of another platform in this browser: that of the user with the id, or else any. */
  function sessionHere(uuid: string) {
    const sessions = Object.keys(localStorage)
      .filter((key) => key.startsWith(keys.auth))
      .map((key) => JSON.parse(localStorage[key]))
    return sessions.find(({ user }) => user.uuid === uuid) ?? sessions[0]
  }

  /**
   * Offers a person. The texts are custom properties, which style sheets draw in the first paint
   * (sign-in/last-person/known-slot.css).
   */
  function offer(search: string) {
    delete html.dataset.known
    delete html.dataset.knownBy
    delete html.dataset.last
    if (/[?&](email|phoneNumber)=./.test(search)) return
    try {
      const { uuid, identifier, firstName, fullName, keptAt, method } = JSON.parse(
        localStorage.getItem(keys.person + html.dataset.platform) ?? '{}',
      )
      // A frame never continues: its page could lie below another site's button.
      const here = keys.here in localStorage && html.dataset.window !== 'frame' && sessionHere(uuid)
      if (here && here.platform !== html.dataset.platform) {
        const { user } = here
        show('name', user.fullName || user.email || 'Your account')
        show('identifier', `Signed in at ${keys.names?.[here.platform]}`)
        show('title', user.firstName ? `Welcome, ${user.firstName}` : 'Welcome')
        show('label', user.firstName ? `Continue as ${user.firstName}` : 'Continue')
        html.dataset.known = user.uuid
        html.dataset.knownBy = 'here'
        return
      }
      if (!identifier || !(Math.abs(Date.now() - keptAt) < keys.personLifeMs)) return
      show('name', fullName || identifier)
      show('identifier', fullName ? identifier : '')
      show('title', firstName ? `Welcome back, ${firstName}` : 'Welcome back')
      // The provider's button comes first, and the form's own button becomes the second choice.
      const isShown = html.dataset[method] === 'on'
      if (isShown) html.dataset.last = method
      const code = identifier.includes('@') ? 'Email me a code' : 'Text me a code'
      const other = isShown ? 'Use password or code' : firstName ? `Continue as ${firstName}` : 'Continue'
      show('label', method === 'otp' ? code : other)
      html.dataset.known = identifier
      html.dataset.knownBy = method
    } catch {
      // Storage is blocked or the record has another shape, so the page offers no person.
    }
  }

  function markShared() {
    let isShared = false
    try {
      const hasUser = [localStorage, sessionStorage].some((storage) =>
        Object.keys(storage).some((key) => key.startsWith(keys.auth)),
      )
      isShared = hasUser && keys.shared in localStorage && parent === window && !html.dataset.window
    } catch {
      // Storage is blocked, so nobody is signed in here.
    }
    html.toggleAttribute('data-shared-user', isShared)
    return isShared
  }

  // Equal widths mean that the system's font is DejaVu Sans (theme.css). The measurement takes 150 ms on a slow computer, and
  // no Chromebook has that font.
  const pen =
    /^Linux [xi]/.test(navigator.platform) &&
    !/CrOS/.test(navigator.userAgent) &&
    window.OffscreenCanvas &&
    new OffscreenCanvas(1, 1).getContext('2d')
  if (pen) {
    const [system, narrowed] = ['system-ui', 'DejaVu Sans'].map((family) => {
      pen.font = `16px ${family}`
      return pen.measureText('Handgloves 0123').width
    })
    if (system === narrowed) html.dataset.narrow = ''
  }

  if (keys.names) offer(location.search)
  markShared()

  try {
    // session/visit-origin.ts reads this key.
    sessionStorage[keys.visitOrigin] ??= JSON.stringify([location.search, document.referrer])
    // Loading the font now would delay the first paint (web-font.ts). The font does not change during a visit.
    const loaded = localStorage[keys.font] ?? ''
    sessionStorage[keys.face] ??= loaded
    if (font && loaded === font && sessionStorage[keys.face] === font) {
      html.dataset.font = ''
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossOrigin: '',
          href: font,
        }),
      )
    }
    const session = keys.auth + html.dataset.platform
    if (keys.leadsOn && (session in localStorage || session in sessionStorage)) html.dataset.signedIn = ''
  } catch {
    // Storage is blocked, so no user is signed in here.
  }
}
