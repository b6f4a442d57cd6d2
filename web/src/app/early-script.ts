/**
 * Runs inline in the head before the first paint. It keeps a form that is submitted early, records where the visit
 * began, marks a signed-in user and preloads the scripts of their calls, and shows the fatal notice when the page's
 * script fails. The content security policy allows its text by hash.
 */

export type EarlyPage = {
  /** Called by the page's script; returns the form that was submitted too early, if any. */
  start: () => HTMLFormElement | null
  /** Replaces the page with the fatal notice. */
  fail: () => void
}

declare global {
  interface Window {
    foyer: EarlyPage
  }
}

/** The keys of web storage that the script uses. */
export type EarlyKeys = { arrival: string; auth: string }

/** The function is written into the page as text, so it must not use anything from outside. */
export function earlyScript(keys: EarlyKeys): void {
  const html = document.documentElement
  let isStarted = false
  let earlyForm: HTMLFormElement | null = null

  function fail() {
    html.dataset.fatal = ''
    document.getElementById('fatal')?.setAttribute('role', 'main')
    document.getElementById('fatal-title')?.focus()
  }

  addEventListener(
    'submit',
    (event) => {
      if (isStarted) return
      event.preventDefault()
      earlyForm = event.target as HTMLFormElement
    },
    true,
  )
  addEventListener(
    'error',
    (event) => {
      // Errors of browser extensions arrive here, too, but have no http(s) address.
      if (!isStarted && (event.target instanceof HTMLScriptElement || /^https?:/.test(event.filename))) fail()
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!isStarted && reason?.stack?.includes(location.origin)) fail()
  })
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-reload]')) location.reload()
  })

  window.foyer = {
    start() {
      isStarted = true
      return earlyForm
    },
    fail,
  }

  try {
    // Read by session/arrival.ts.
    sessionStorage[keys.arrival] ??= JSON.stringify([location.search, document.referrer])
    if (/^sign-/.test(html.dataset.page ?? '') && localStorage.getItem(keys.auth + html.dataset.platform)) {
      html.dataset.signedIn = ''
      for (const href of document.currentScript?.dataset.ahead?.split(' ') ?? []) {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      }
    }
  } catch {
    // Storage is blocked, so no user is signed in here.
  }
}
