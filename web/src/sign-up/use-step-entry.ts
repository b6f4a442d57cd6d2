import { useEffect } from 'react'
import { announce } from '../ui/feedback/live-regions.tsx'

/** On coming to a step: what is said, null where the page begins with it, and the field that takes the focus, if any. */
export function useStepEntry(said: string | null, field: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is come to once.
  useEffect(() => {
    if (said === null) return
    if (field) document.getElementById(field)?.focus()
    announce(said)
  }, [])
}
