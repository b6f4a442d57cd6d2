import { type ReactNode, use, useEffect, useEffectEvent, useId } from 'react'
import { type Failure, noticeOf } from '../api/failure.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../flow/waiting/use-online-retry.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { PartGroup } from './load-together.tsx'

type SectionPartProps = {
  /** The id of the heading, which takes the focus after a change. */
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** Renders a part of a section with its heading. */
export function SectionPart({ id, title, lead, children }: SectionPartProps) {
  return (
    <section className="section-part" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="section-lead">{lead}</p>}
      {children}
    </section>
  )
}

type LoadingProps = {
  /** What is loaded: 'your browsers'. */
  what: string
  failure: Failure | null
  load: () => void
}

const noForm = { current: null }

/** Stands where a list will be, until it is loaded or if it cannot be loaded. Other parts of the page stay usable. */
export function PartLoading({ what, failure, load }: LoadingProps) {
  const noteId = useId()
  const report = use(PartGroup)
  useOnlineRetry(noForm, failure, load)
  const tell = useEffectEvent(() => report?.(noteId, { failure, load }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the group hears of each failure, and of the retry.
  useEffect(() => {
    tell()
    return () => report?.(noteId, null)
  }, [failure, report, noteId])
  if (failure)
    return (
      <div className="section-unloaded">
        <ErrorNotice title={noticeOf(failure) ?? 'This could not be loaded.'} />
        <Button look="secondary" onClick={load}>
          Try again<span className="visually-hidden"> to load {what}</span>
        </Button>
      </div>
    )
  if (report)
    return (
      <div className="section-skeleton" aria-hidden="true">
        <span />
        <span />
      </div>
    )
  return (
    <div aria-describedby={noteId}>
      <p className="waiting" id={noteId}>
        <Spinner />
        <span role="status">Loading {what}…</span>
      </p>
      <SlowNote isBusy onRetry={load} />
    </div>
  )
}
