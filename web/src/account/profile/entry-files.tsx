import {
  type Evidence,
  type EvidenceSection,
  evidenceRoutes,
  evidencesMax,
} from '@foyer/contract/profile/evidences'
import { uploadMaxBytes } from '@foyer/contract/shared-values'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { fieldSentence, sentenceOf } from '../../api/failure.ts'
import { fetchWithProgress } from '../../api/fetch-with-progress.ts'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { downloadOwn } from '../../session/own-call.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { OwnFile } from '../own-file.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

type EntryFilesProps = { name: EvidenceSection; entryId: string; section: Section }

/** Shows the files that prove an entry, adds and removes them. */
export function EntryFiles({ name, entryId, section }: EntryFilesProps) {
  const routes = evidenceRoutes[name]
  const { data, setData, ...state } = useLoaded(
    routes.list,
    { params: { id: entryId } },
    section.leaveIfEnded,
  )
  if (!data) return <PartLoading what="the files" {...state} />
  return (
    <div className="entry-files">
      {data.length > 0 && (
        <ul>
          {data.map((file, index) => (
            <FileItem
              key={file.id}
              {...{ name, entryId, file, section }}
              title={`File ${index + 1}`}
              onRemoved={() => setData(data.filter(({ id }) => id !== file.id))}
            />
          ))}
        </ul>
      )}
      {data.length < evidencesMax ? (
        <AddFile {...{ name, entryId, section }} onAdded={(file) => setData([...data, file])} />
      ) : (
        <p>{`An entry has at most ${evidencesMax} files. Remove one before you add another.`}</p>
      )}
    </div>
  )
}

type AddFileProps = EntryFilesProps & { onAdded: (file: Evidence) => void }

const maxMegabytes = uploadMaxBytes / 1_024 ** 2

function AddFile({ name, entryId, section, onAdded }: AddFileProps) {
  const { add } = evidenceRoutes[name]
  const input = useRef<HTMLInputElement>(null)
  /** The sent share of the file; null while none is sent. */
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { failure, call, run } = useOwnCall<'uploading'>(section.leave)
  const sentence = fault ?? (failure && (fieldSentence(failure, 'file') ?? sentenceOf(failure)))
  const isBusy = share !== null && !sentence
  useEffect(() => {
    if (sentence) announce(sentence, 'alert')
  }, [sentence])
  const hintId = `file-hint-${entryId}`
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={add.upload.types.join()}
        aria-label="File"
        onChange={choose}
      />
      <Button
        look="secondary"
        busyText={isBusy ? 'Uploading…' : null}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        Add a file
      </Button>
      {isBusy && <progress value={share} aria-label="Upload" />}
      <p className={sentence ? 'field-error' : 'small'} id={hintId}>
        {sentence ??
          `A scan or photo (JPG, PNG, WebP) or a PDF of at most ${maxMegabytes} MB. Only you see it.`}
      </p>
    </div>
  )

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0]
    // The browser fires `change` again for the same file only if the value was cleared.
    target.value = ''
    if (!file) return
    const isTooLarge = file.size > uploadMaxBytes
    setFault(isTooLarge ? `This file is too large. Choose one of at most ${maxMegabytes} MB.` : null)
    if (isTooLarge) return
    setShare(0)
    announce('Uploading…')
    const idempotencyKey = crypto.randomUUID()
    run(
      'uploading',
      () =>
        call(
          add,
          { params: { id: entryId } },
          { file, idempotencyKey, request: fetchWithProgress(setShare) },
        ),
      (added) => {
        setShare(null)
        onAdded(added)
        announce('The file was added.')
      },
    )
  }
}

type FileItemProps = EntryFilesProps & { file: Evidence; title: string; onRemoved: () => void }

const endings = { 'image/webp': 'webp', 'application/pdf': 'pdf' } as const

function FileItem({ name, entryId, file, title, section, onRemoved }: FileItemProps) {
  const { platform } = usePage()
  const routes = evidenceRoutes[name]
  const params = { id: entryId, evidenceId: file.id }
  const { busy, failure, call, run, repeat } = useOwnCall<'removing'>(section.leave)
  return (
    <OwnFile
      id={file.id}
      title={title}
      type={file.type}
      bytes={file.size}
      download={download}
      onSignedOut={section.leave}
      actions={
        <Button
          look="quiet"
          data-tone="loss"
          busyText={busy && 'Removing…'}
          onClick={() =>
            run(
              'removing',
              () => call(routes.remove, { params }),
              () => {
                onRemoved()
                announce(`${title} was removed.`)
              },
            )
          }
        >
          Remove<span className="visually-hidden"> {title}</span>
        </Button>
      }
      notice={failure && <FailureNotice failure={failure} onOnline={repeat} />}
    />
  )

  async function download() {
    const answer = await downloadOwn(platform, routes.download, { params })
    if (!answer.isSuccessful) return answer
    return { ...answer, data: { ...answer.data, name: `${title}.${endings[file.type]}` } }
  }
}
