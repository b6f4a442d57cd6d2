/** Holds the text of the toast, which shows an error that no notice on the page shows. */
import { announce } from './live-regions.tsx'

let shown: string | null = null
let refresh = () => {}

/**
 * Shows and announces an error that no notice on the page shows. The toast stays until the user dismisses it or submits a
 * form (WCAG 2.2.1). docs/decisions/appearance.md explains why errors of a form have no toast.
 */
export function showToast(text: string): void {
  show(text)
  announce(text, 'alert')
}

export function clearToast(): void {
  show(null)
}

export const toastText = (): string | null => shown

export function subscribe(listener: () => void): () => void {
  refresh = listener
  return () => {
    refresh = () => {}
  }
}

function show(text: string | null): void {
  shown = text
  refresh()
}
