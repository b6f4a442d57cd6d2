/**
 * Runs inline in the head before the first paint. It keeps a form that is submitted early and shows that work has begun,
 * records where the visit began, marks a signed-in user and preloads the scripts of their calls, offers the last person
 * who signed in here, and shows the fatal notice when the page's script fails. The content security policy allows its
 * text by hash.
 */

export type EarlyPage = {
  /** Called by the page's script; returns the form that was submitted too early, if any. */
  start: () => HTMLFormElement | null
  /** Replaces the page with the fatal notice. */
  fail: () => void
  /** Offers the last person of this browser on the sign-in page, unless its query names a user. */
  offer: (search: string) => void
}

declare global {
  interface Window {
    foyer: EarlyPage
  }
}

/** The keys of web storage that the script uses. */
export type EarlyKeys = { arrival: string; auth: string; person: string; personLifeMs: number }

/** The function is written into the page as text, so it must not use anything from outside. */
export function earlyScript(keys: EarlyKeys): void {
  const html = document.documentElement
  let isStarted = false
  let earlyForm: HTMLFormElement | null = null
  let earlyButton: HTMLElement | null = null

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
      earlyButton = event.submitter
      // early-busy.css draws the rest: React must find the elements that it rendered.
      if (!earlyButton) return
      earlyButton.ariaDisabled = 'true'
      html.dataset.early = ''
      const status = document.getElementById('live-status')
      if (status) status.innerText = earlyButton.dataset.busy ?? ''
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
      if (earlyButton) earlyButton.ariaDisabled = null
      return earlyForm
    },
    fail,
    offer,
  }

  /** The texts are properties for style sheets, so that the first paint shows them (sign-in/last-person/known-slot.css). */
  function offer(search: string) {
    delete html.dataset.known
    if (/[?&](email|phoneNumber)=./.test(search)) return
    try {
      const { identifier, firstName, fullName, keptAt } = JSON.parse(
        localStorage.getItem(keys.person + html.dataset.platform) ?? '{}',
      )
      if (!identifier || !(Math.abs(Date.now() - keptAt) < keys.personLifeMs)) return
      const show = (name: string, text: string) =>
        html.style.setProperty(`--known-${name}`, JSON.stringify(text))
      show('name', fullName || identifier)
      show('identifier', fullName ? identifier : '')
      show('label', firstName ? `Continue as ${firstName}` : 'Continue')
      html.dataset.known = identifier
    } catch {
      // Storage is blocked or has another record, so the page offers nobody.
    }
  }

  if (html.dataset.page === 'sign-in') offer(location.search)

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
