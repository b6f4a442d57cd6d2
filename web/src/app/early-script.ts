/**
 * Runs inline in the head before the first paint. It keeps what is pressed early and shows that work has begun, records
 * where the visit began, takes the web font of an earlier visit, marks a signed-in user, offers the last person who signed
 * in here, shows the fatal notice when the page's script fails, and notes errors until their reporter is loaded. The content
 * security policy allows its text by hash.
 */

import type { NotedError, ReactKind } from '../error-reports/describe-error.ts'
import type { send } from '../error-reports/on-error.ts'

type EarlyPage = {
  /** Called by the page's script, which hears of errors from then on; returns the form, button or link that was used too early. */
  start: (onError: (event: Event) => void) => HTMLElement | null
  /** Replaces the page with the fatal notice. */
  fail: () => void
  /** Reports an error that no event of the window shows. */
  report: (error: unknown, kind: ReactKind) => void
  /** Offers the last person of this browser on the sign-in page, unless its query names a user. */
  offer: (search: string) => void
  /** The path of the web font. */
  font: string | null
}

declare global {
  interface Window {
    foyer: EarlyPage
  }
}

/** The keys of web storage that the script uses; `sandboxed` is what a popup or a frame says inside a sandbox. */
export type EarlyKeys = {
  visitOrigin: string
  auth: string
  person: string
  personLifeMs: number
  /** Holds the path of the font that the browser has loaded. */
  font: string
  /** Holds the path of the font of this visit; empty: the font of the system. */
  face: string
  sandboxed?: string
  /** The page offers the last person of this browser. */
  offersPerson?: true
  /** The page takes a signed-in user to the platform at once. */
  leadsOn?: true
}

/**
 * The function is written into the page as text, so it must not use anything from outside. `loadReporter` is text of
 * page-document.ts, because the development server rewrites an `import()` in a function.
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
  /** A sandbox takes the origin away: no storage, no calls, and no window could know who posts the code. */
  const isSandboxed = keys.sandboxed && origin === 'null'
  if (isSandboxed) addEventListener('DOMContentLoaded', fail)
  if (parent !== window) html.dataset.framed = ''

  function fail() {
    html.dataset.fatal = ''
    document.getElementById('fatal')?.setAttribute('role', 'main')
    const title = document.getElementById('fatal-title')
    if (isSandboxed && title) title.innerText = keys.sandboxed ?? ''
    title?.focus()
  }

  /** Errors of browser extensions arrive here, too, but not from this host. */
  function take(event: Event & Partial<ErrorEvent & PromiseRejectionEvent>) {
    // A warning of the browser, as about an observer of sizes: no script threw it.
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
    // A page that cannot load its reporter reports only that no script loads.
    reporter ??= loadReporter().catch(
      () =>
        navigator.sendBeacon(
          '/api/error-reports',
          new Blob(['{"kind":"script"}'], { type: 'application/json' }),
        ) as never,
    )
    reporter.then((loaded) => loaded.send?.(noted))
  }

  /** early-busy.css draws the rest: React must find the elements that it rendered. */
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
        // In a popup or a frame only the page's script keeps a move inside the window (window-links.ts).
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
    font,
  }

  /** The texts are properties for style sheets, so that the first paint shows them (sign-in/last-person/known-slot.css). */
  function offer(search: string) {
    delete html.dataset.known
    delete html.dataset.last
    if (/[?&](email|phoneNumber)=./.test(search)) return
    try {
      const { identifier, firstName, fullName, keptAt, method } = JSON.parse(
        localStorage.getItem(keys.person + html.dataset.platform) ?? '{}',
      )
      if (!identifier || !(Math.abs(Date.now() - keptAt) < keys.personLifeMs)) return
      const show = (name: string, text: string) =>
        html.style.setProperty(`--known-${name}`, JSON.stringify(text))
      show('name', fullName || identifier)
      show('identifier', fullName ? identifier : '')
      // The provider's button stands before the form's own, which becomes the other way.
      const isShown = html.dataset[method] === 'on'
      if (isShown) html.dataset.last = method
      show('label', isShown ? 'Use password or code' : firstName ? `Continue as ${firstName}` : 'Continue')
      html.dataset.known = identifier
    } catch {
      // Storage is blocked or has another record, so the page offers nobody.
    }
  }

  // Two fonts of one width are one font (theme.css).
  const pen =
    /^Linux [xi]/.test(navigator.platform) &&
    window.OffscreenCanvas &&
    new OffscreenCanvas(1, 1).getContext('2d')
  if (pen) {
    const [system, narrowed] = ['system-ui', 'DejaVu Sans'].map((family) => {
      pen.font = `16px ${family}`
      return pen.measureText('Handgloves 0123').width
    })
    if (system === narrowed) html.dataset.narrow = ''
  }

  if (keys.offersPerson) offer(location.search)

  try {
    // Read by session/visit-origin.ts.
    sessionStorage[keys.visitOrigin] ??= JSON.stringify([location.search, document.referrer])
    // Loading it now would delay the first paint (web-font.ts), and a visit keeps the font that it began with.
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
    if (keys.leadsOn && localStorage.getItem(keys.auth + html.dataset.platform)) html.dataset.signedIn = ''
  } catch {
    // Storage is blocked, so no user is signed in here.
  }
}
