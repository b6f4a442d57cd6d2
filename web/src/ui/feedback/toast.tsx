import { useSyncExternalStore } from 'react'
import { CloseButton } from './close-button.tsx'
import { announce } from './live-regions.tsx'
import './toast.css'

let shown: string | null = null
let refresh = () => {}

/**
 * Shows and announces an error that no notice on the page shows. It stays until the user dismisses it or goes on
 * (WCAG 2.2.1). docs/decisions/messages-beside-the-form.md says why errors of a form have no toast.
 */
export function showToast(text: string): void {
  show(text)
  announce(text, 'alert')
}

export function clearToast(): void {
  show(null)
}

function show(text: string | null): void {
  shown = text
  refresh()
}

function subscribe(listener: () => void): () => void {
  refresh = listener
  return () => {
    refresh = () => {}
  }
}

export function Toast() {
  const text = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  return (
    text !== null && (
      <section className="toast" aria-label="Notification">
        <p>{text}</p>
        <CloseButton label="Dismiss" onClick={clearToast} />
      </section>
    )
  )
}
