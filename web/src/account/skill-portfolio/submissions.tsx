import { skillItemsMax } from '@foyer/contract/profile/skill-portfolio'
import { listSubmissions, type Submission } from '@foyer/contract/profile/submissions'
import { useState } from 'react'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { EndOfList } from '../end-of-list.tsx'
import { PartLoading } from '../section-part.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { usePagedList } from '../use-paged-list.ts'
import type { Section } from '../use-section.ts'
import type { ShownItem } from './portfolio-items.ts'
import { addItem } from './portfolio-store.ts'
import { Attachments, SubmissionText } from './submission-details.tsx'

type SubmissionsProps = {
  /** The items of the portfolio; null until they are loaded. */
  items: readonly ShownItem[] | null
  section: Section
  onShown: (item: ShownItem) => void
}

/** Lists what platforms handed in for the user, newest first. */
export function Submissions({ items, section, onShown }: SubmissionsProps) {
  const { platform } = usePage()
  const list = usePagedList<Submission>(
    'submissions',
    (query, signal) => callOwn(platform, listSubmissions, { query }, { signal }),
    section.leaveIfEnded,
  )
  return (
    <>
      {list.isComplete && list.listed.length === 0 && (
        <p>Nothing yet. When you finish something at a platform, it can hand it in for you.</p>
      )}
      {list.listed.length > 0 && (
        <ul className="entries">
          {list.listed.map((submission) => (
            <SubmissionItem key={submission.id} {...{ submission, items, section, onShown }} />
          ))}
        </ul>
      )}
      {list.hasMore && <EndOfList onNear={list.loadMore} />}
      {!list.isComplete && !list.hasMore && (
        <PartLoading what="the work handed in for you" failure={list.failure} load={list.loadMore} />
      )}
    </>
  )
}

type SubmissionItemProps = SubmissionsProps & { submission: Submission }

function SubmissionItem({ submission, items, section, onShown }: SubmissionItemProps) {
  const { id, title, summary, skills, url, attachments } = submission
  const { busy, failure, call, run, repeat } = useOwnCall<'showing'>(section.leave)
  const [areFilesOpen, openFiles] = useState(false)
  const headingId = `submission-${id}`
  const isFull = items !== null && items.length >= skillItemsMax
  const named = <span className="visually-hidden"> “{title}”</span>
  return (
    <li className="entry">
      <SubmissionText submission={submission} heading="h3" id={headingId} />
      {items?.some(({ submissionId }) => submissionId === id) && (
        <p className="skill-shown">In your skill portfolio</p>
      )}
      <div className="entry-actions">
        {items && !isFull && !items.some(({ submissionId }) => submissionId === id) && (
          <Button look="quiet" busyText={busy && 'Adding…'} onClick={show}>
            Add to your skill portfolio{named}
          </Button>
        )}
        {attachments.length > 0 && (
          <Button look="quiet" aria-expanded={areFilesOpen} onClick={() => openFiles(!areFilesOpen)}>
            {attachments.length === 1 ? '1 file' : `${attachments.length} files`}
            {named}
          </Button>
        )}
      </div>
      {failure && <FailureNotice failure={failure} onOnline={repeat} />}
      {areFilesOpen && (
        <div className="entry-files">
          <Attachments files={attachments} section={section} />
        </div>
      )}
    </li>
  )

  function show(): void {
    const item = { title, summary, skills, url, submissionId: id }
    run(
      'showing',
      () => addItem(call, item),
      (shown) => {
        onShown(shown)
        announce(`“${title}” was added.`)
        document.getElementById(headingId)?.focus()
      },
    )
  }
}
