/** Runs in the browser before the page, and records the times of its events in milliseconds since the visit began. */

export type Marks = {
  firstPaintAt: number | null
  largestPaintAt: number | null
  /** The time when the script handles the form and the task that hydrated the form has ended. */
  interactiveAt: number | null
  /** The sum of each task's time above 50 ms, between first paint and interactive. */
  blockingMs: number
  layoutShift: number
  /** The time when the identifier was sent. */
  sentAt: number | null
  /** The duration of the look-up. */
  callMs: number | null
  /** The time when the password field got the focus. */
  passwordFocusedAt: number | null
}

declare global {
  interface Window {
    marks: Marks
    passwordFocused: Promise<void>
  }
}

/** Sent to the browser as text, so it must not use anything outside itself. */
export function watchPage(): void {
  const marks: Marks = {
    firstPaintAt: null,
    largestPaintAt: null,
    interactiveAt: null,
    blockingMs: 0,
    layoutShift: 0,
    sentAt: null,
    callMs: null,
    passwordFocusedAt: null,
  }
  window.marks = marks

  type Seen = PerformanceEntry & { value?: number; hadRecentInput?: boolean; responseEnd?: number }
  function watch(type: string, note: (entry: Seen) => void): void {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  }
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') marks.firstPaintAt = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    marks.largestPaintAt = startTime
  })
  watch('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) marks.layoutShift += value
  })
  watch('longtask', ({ startTime, duration }) => {
    const isAfterPaint = marks.firstPaintAt !== null && startTime + duration > marks.firstPaintAt
    const isBefore = marks.interactiveAt === null || startTime < marks.interactiveAt
    if (isAfterPaint && isBefore) marks.blockingMs += Math.max(0, duration - 50)
  })
  watch('resource', ({ name, duration }) => {
    if (name.endsWith('/users/fetch')) marks.callMs = duration
  })

  // The page sets `data-started` once every form has its listeners; the message is handled when the main thread is idle
  // again.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    marks.interactiveAt = performance.now()
  }
  new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset.started === undefined) return
    observer.disconnect()
    port2.postMessage(null)
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-started'] })

  addEventListener(
    'submit',
    () => {
      marks.sentAt = performance.now()
    },
    true,
  )
  const focused = Promise.withResolvers<void>()
  window.passwordFocused = focused.promise
  addEventListener('focusin', ({ target }) => {
    if (marks.sentAt === null || !(target instanceof HTMLInputElement) || target.type !== 'password') return
    marks.passwordFocusedAt ??= performance.now()
    focused.resolve()
  })
}
