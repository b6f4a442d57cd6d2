import type { School } from '@foyer/contract/schools/school-fields'
import { listSchoolHistory, type SchoolEvent } from '@foyer/contract/schools/school-history'
import { useEffect, useState } from 'react'
import { toBrowserTime } from '../../api/server-clock.ts'
import { momentText } from '../../flow/time-text.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { usePagedList } from '../use-paged-list.ts'
import { partsText, schoolEventSentence } from './school-event-sentence.ts'

type SchoolHistoryProps = {
  school: School
  leaveIfEnded: (sentence: string) => boolean
}

/** Lists what happened to a school, the newest first. */
export function SchoolHistory({ school, leaveIfEnded }: SchoolHistoryProps) {
  const { id, updatedAt, decidedAt } = school
  const { platform } = usePage()
  const { listed, isComplete, hasMore, failure, loadMore } = usePagedList<SchoolEvent>(
    // A changed record has another event.
    [id, updatedAt, decidedAt].join(' '),
    (query, signal) => callOwn(platform, listSchoolHistory, { params: { id }, query }, { signal }),
    leaveIfEnded,
  )
  /** How many entries were listed when the user asked for more. */
  const [before, setBefore] = useState<number | null>(null)
  useEffect(() => {
    // The button may be gone, and the user goes on reading at the first new entry.
    if (before !== null && listed.length > before) document.getElementById(entryId(before))?.focus()
  }, [before, listed.length])
  return (
    <SectionPart
      id="school-history-title"
      title="History"
      lead="What happened to this school, the newest first."
    >
      {isComplete && listed.length === 0 && <p>Nothing is recorded about this school.</p>}
      {listed.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from lists without markers.
        <ol className="school-history" role="list" aria-labelledby="school-history-title">
          {listed.map((entry, index) => (
            <SchoolHistoryEntry key={entry.id} id={entryId(index)} entry={entry} />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button
          look="secondary"
          onClick={() => {
            setBefore(listed.length)
            loadMore()
          }}
        >
          Show more<span className="visually-hidden"> of the history</span>
        </Button>
      )}
      {!isComplete && !hasMore && (
        <PartLoading
          what={listed.length > 0 ? 'more of the history' : 'the history'}
          failure={failure}
          load={loadMore}
        />
      )}
    </SectionPart>
  )
}

function SchoolHistoryEntry({ id, entry }: { id: string; entry: SchoolEvent }) {
  const { at, event, reason, parts, undoesVerification } = entry
  return (
    <li id={id} tabIndex={-1} data-event={event}>
      <p className="school-event">{schoolEventSentence(entry)}</p>
      <p className="small">
        <time className="school-moment" dateTime={at}>
          {momentText(toBrowserTime(at))}
        </time>
      </p>
      {undoesVerification && <p className="small">No longer verified. The school waits for another check.</p>}
      {reason !== null && <blockquote className="school-lines">{reason}</blockquote>}
      {event === 'refused' && parts.length > 0 && <p className="small">To correct: {partsText(parts)}</p>}
    </li>
  )
}

function entryId(index: number): string {
  return `school-event-${index}`
}
