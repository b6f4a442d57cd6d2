import { useEffect } from 'react'
import { announce } from '../../ui/feedback/live-regions.tsx'

/** Announces a step and focuses its field, if any. Does neither if `announcement` is null. */
export function useStepEntry(announcement: string | null, field: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is entered once.
  useEffect(() => {
    if (announcement === null) return
    if (field) document.getElementById(field)?.focus()
    announce(announcement)
  }, [])
}
