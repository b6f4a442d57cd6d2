/**
 * Runs inline in the head, before anything is painted: it keeps an early submit, notes where a visit began, marks
 * somebody signed in, for whom it fetches the calls ahead, and shows the fatal notice when the page's own script fails.
 * Its text is what the page's policy allows by hash.
 */

export type EarlyPage = {
  /** The page's script runs: hands over the form that was sent too early, if any. */
  start: () => HTMLFormElement | null
  /** Shows the fatal notice in place of everything. */
  fail: () => void
}

declare global {
  interface Window {
    foyer: EarlyPage
  }
}

/** The keys of web storage that the script uses. */
export type EarlyKeys = { arrival: string; auth: string }

/** Is written into the page as text, and so uses nothing from outside the function. */
export function earlyScript(keys: EarlyKeys): void {
  const html = document.documentElement
  let isStarted = false
  let sentForm: HTMLFormElement | null = null

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
      sentForm = event.target as HTMLFormElement
    },
    true,
  )
  addEventListener(
    'error',
    (event) => {
      // Scripts of browser extensions fail here, too.
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
      return sentForm
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
    // Storage is closed to us: nobody is signed in here.
  }
}
