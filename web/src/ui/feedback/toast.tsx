import { useEffect, useState, useSyncExternalStore } from 'react'
import { CloseButton } from './close-button.tsx'
import { announce } from './live-regions.tsx'
import './toast.css'

type Tone = 'error' | 'success'
type Toast = { id: number; text: string; tone: Tone }

/** The life of a success toast. Errors stay until the user dismisses them (WCAG 2.2.1). */
const stayMs = 8_000

const none: readonly Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

/** Shows and announces a toast. `isEcho`: an alert on the page already announces the same text. */
export function showToast(text: string, tone: Tone, { isEcho = false } = {}): void {
  lastId += 1
  show([...toasts.filter((toast) => toast.text !== text), { id: lastId, text, tone }])
  if (!isEcho) announce(text, tone === 'error' ? 'alert' : 'status')
}

export function clearToasts(): void {
  show(none)
}

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ToastRegion() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <section className="toasts" aria-label="Notifications">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, text, tone } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const dismiss = () => show(toasts.filter((toast) => toast.id !== id))

  useEffect(() => {
    if (tone === 'error' || isHeld) return
    const timer = setInterval(() => {
      if (!document.hidden) show(toasts.filter((toast) => toast.id !== id))
    }, stayMs)
    return () => clearInterval(timer)
  }, [id, tone, isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer.
    <div
      className={`toast toast-${tone}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{text}</p>
      <CloseButton label={`Dismiss: ${text}`} onClick={dismiss} />
    </div>
  )
}
