/** Replaces the page's form by the proof of an account, and later restores the form with what the user typed. */
import type { SocialPage } from '../social-types.ts'

/** The typed values by field id, without passwords. */
let typed: [id: string, value: string][] = []

/** Stores the typed values, because the next render removes the form. */
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

/** Fills in the form again. Call this function once the form is in the document again. */
export function restoreTyped(): void {
  for (const [id, value] of typed) {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLInputElement) || field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  typed = []
}
