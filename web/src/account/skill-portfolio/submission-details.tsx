import {
  type Attachment,
  getAttachment,
  getSubmission,
  type Submission,
} from '@foyer/contract/profile/submissions'
import { usePage } from '../../platforms/page-context.ts'
import { downloadOwn } from '../../session/own-call.ts'
import { OwnFile } from '../own-file.tsx'
import { EntryText } from '../profile/entry-text.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { contentOfSubmission, submissionFields } from './portfolio-items.ts'

type SubmissionTextProps = { submission: Submission; heading: 'h3' | 'h4'; id?: string }

/** Shows the work that a platform handed in, as it described it. */
export function SubmissionText({ submission, ...rest }: SubmissionTextProps) {
  return (
    <EntryText fields={submissionFields} naming="title" entry={contentOfSubmission(submission)} {...rest} />
  )
}

/** Loads the handed-in work that an item refers to, and shows it with its files. */
export function SubmissionDetails({ id, section }: { id: string; section: Section }) {
  const { data, failure, load } = useLoaded(getSubmission, { params: { id } }, section.leaveIfEnded)
  if (!data) return <PartLoading what="the work" {...{ failure, load }} />
  return (
    <div className="entry-files">
      <SubmissionText submission={data} heading="h4" />
      <Attachments files={data.attachments} section={section} />
    </div>
  )
}

type AttachmentsProps = { files: readonly Attachment[]; section: Section }

/** Shows the files of handed-in work, with previews of pictures. */
export function Attachments({ files, section }: AttachmentsProps) {
  const { platform } = usePage()
  if (files.length === 0) return null
  return (
    <ul>
      {files.map(({ id, fileName, type, bytes }) => (
        <OwnFile
          key={id}
          id={id}
          title={fileName}
          type={type}
          bytes={bytes}
          download={() => downloadOwn(platform, getAttachment, { params: { id } })}
          onSignedOut={section.leave}
        />
      ))}
    </ul>
  )
}
