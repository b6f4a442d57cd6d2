/** Submits the form without a click, for links with `autoNext` (product 2.3). Loaded on demand: few links have it. */
import { autoNextDelayMs } from '@foyer/contract/shared-values'
import { announce } from '../ui/feedback/live-regions.tsx'

/** `input` is the field if the query has filled it in. */
export function autoNext(input: HTMLInputElement | null): void {
  // The form submits once: a reload, or a return with Back, does not repeat it.
  if (!input || history.state?.isAutoNext) return
  history.replaceState({ ...history.state, isAutoNext: true }, '')
  announce(`Signing in as ${input.value}`)
  setTimeout(() => input.isConnected && input.form?.requestSubmit(), autoNextDelayMs)
}
