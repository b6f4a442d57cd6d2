import { createContext, type ReactNode, useState } from 'react'
import { type Failure, noticeOf } from '../api/failure.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { Button } from '../ui/feedback/button.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'

/** A part that is not loaded. */
type WaitingPart = { failure: Failure | null; load: () => void }

/** Tells the group about a part that is not loaded; null once the part is loaded. */
type Report = (id: string, part: WaitingPart | null) => void

/** The group of the parts of a section; null for a part that stands alone. */
export const PartGroup = createContext<Report | null>(null)

type LoadTogetherProps = {
  /** What the parts are together: 'security'. */
  what: string
  /** The number of parts that load a list. */
  parts: number
  children: ReactNode
}

/**
 * Speaks for parts of a section that are loaded at the same time: one status while they load, and one notice with one
 * button when all of them failed, which hides the parts. A part that fails alone shows its own notice.
 */
export function LoadTogether({ what, parts, children }: LoadTogetherProps) {
  const [waiting, setWaiting] = useState<Readonly<Record<string, WaitingPart>>>({})
  const [report] = useState<Report>(() => (id: string, part: WaitingPart | null) => {
    setWaiting(({ [id]: _, ...others }) => (part ? { ...others, [id]: part } : others))
  })
  const all = Object.values(waiting)
  const failures = all.flatMap(({ failure }) => failure ?? [])
  const isLoading = all.length > failures.length
  const [failure] = failures
  return (
    <PartGroup value={report}>
      <span className="visually-hidden" role="status">
        {isLoading && `Loading ${what}…`}
      </span>
      {isLoading && <SlowNote isBusy onRetry={loadAll} />}
      {failure && failures.length === parts && (
        <div className="section-part section-failed">
          <ErrorNotice title={noticeOf(failure) ?? 'This could not be loaded.'} />
          <Button look="secondary" onClick={loadAll}>
            Try again<span className="visually-hidden"> to load {what}</span>
          </Button>
        </div>
      )}
      {children}
    </PartGroup>
  )

  function loadAll(): void {
    // The button that has the focus goes away.
    if (failure) document.getElementById('title')?.focus()
    for (const { load } of all) load()
  }
}
