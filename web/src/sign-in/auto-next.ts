/**
 * Submits the form without a click, for links with `autoNext` (product 2.3). Loaded on demand, because few links have
 * `autoNext`.
 */
import { autoNextDelayMs } from '@foyer/contract/shared-values'
import { announce } from '../ui/feedback/live-regions.tsx'

/** `input` is the field, or null if the query has not filled it in. */
export function autoNext(input: HTMLInputElement | null): void {
  // The form submits only once: neither a reload nor a return with Back submits it again.
  if (!input || history.state?.isAutoNext) return
  history.replaceState({ ...history.state, isAutoNext: true }, '')
  announce(`Signing in as ${input.value}`)
  setTimeout(() => input.isConnected && input.form?.requestSubmit(), autoNextDelayMs)
}
