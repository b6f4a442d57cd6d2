/** Covers the form of the page with the proof of an account, and gives it back with what the user typed there. */
import type { SocialPage } from '../social-types.ts'

/** Fields of the form by their id, without passwords. */
let typed: [id: string, value: string][] = []

/** The form leaves the document with the next render. */
export function coverForm({ show }: SocialPage): void {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '.form-frame input:not([type=password], [readonly])',
  )
  typed = [...fields].map(({ id, value }) => [id, value])
  show((shown) => ({ ...shown, isCovering: true }))
}

export function uncoverForm({ show }: SocialPage): void {
  show((shown) => (shown.isCovering ? { ...shown, isCovering: false } : shown))
}

/** Call it once the form is in the document again. */
export function restoreTyped(): void {
  for (const [id, value] of typed) {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLInputElement) || field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  typed = []
}
