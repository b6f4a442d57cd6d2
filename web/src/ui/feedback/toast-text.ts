/** Keeps the text of the toast: an error or a fact that no notice on the page shows. */
import { announce } from './live-regions.tsx'

let shown: string | null = null
let isNote = false
let refresh = () => {}

/**
 * Shows and announces an error that no notice on the page shows. It stays until the user dismisses it or goes on
 * (WCAG 2.2.1). docs/decisions/messages-beside-the-form.md says why errors of a form have no toast.
 */
export function showToast(text: string): void {
  show(text)
  announce(text, 'alert')
}

/** Shows and announces a fact that is no error; it stays as long as one. */
export function showNote(text: string): void {
  show(text, true)
  announce(text)
}

export function clearToast(): void {
  show(null)
}

export const toastText = (): string | null => shown
export const isToastNote = (): boolean => isNote

export function subscribe(listener: () => void): () => void {
  refresh = listener
  return () => {
    refresh = () => {}
  }
}

function show(text: string | null, isFact = false): void {
  shown = text
  isNote = isFact
  refresh()
}
