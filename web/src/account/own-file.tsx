import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Failure, Success } from '../api/failure.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { type DownloadedFile, dataUrlOf, saveFile } from '../session/signed-in-file.ts'
import { Button } from '../ui/feedback/button.tsx'
import { useOwnCall } from './use-own-call.ts'

const kinds = { 'image/webp': 'Picture', 'application/pdf': 'PDF' } as const

type OwnFileProps = {
  id: string
  title: string
  type: keyof typeof kinds
  bytes: number
  download: () => Promise<Success<DownloadedFile> | Failure>
  onSignedOut: () => void
  /** Buttons after that of the download. */
  actions?: ReactNode
  /** Says why another action failed. */
  notice?: ReactNode
}

/** Shows a file that only its user can read: a preview of a picture, and a download. */
export function OwnFile({ id, title, type, bytes, download, onSignedOut, actions, notice }: OwnFileProps) {
  const { busy, failure, run, repeat } = useOwnCall<'downloading'>(onSignedOut)
  const [preview, setPreview] = useState<string | null>(null)
  const isPicture = type === 'image/webp'
  const readPicture = useEffectEvent(download)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file of an id never changes.
  useEffect(() => {
    if (!isPicture) return
    let isShown = true
    async function load(): Promise<void> {
      const answer = await readPicture()
      const url = answer.isSuccessful ? await dataUrlOf(answer.data.blob) : null
      if (isShown) setPreview(url)
    }
    // Without a preview the file can still be downloaded.
    load().catch(() => {})
    return () => {
      isShown = false
    }
  }, [id])
  return (
    <li>
      <span className="entry-file-picture" aria-hidden="true">
        {preview ? (
          <img src={preview} alt="" width="56" height="56" />
        ) : isPicture ? (
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 5h18v14H3zM3 16l5-5 5 5m-1-1 3-3 6 6" />
            <circle cx="16" cy="9" r="1.25" />
          </svg>
        ) : (
          kinds[type]
        )}
      </span>
      <div>
        <p>
          <bdi>{title}</bdi>
          <span className="small">{` ${kinds[type]}, ${sizeText(bytes)}`}</span>
        </p>
        <div className="entry-actions">
          <Button
            look="quiet"
            busyText={busy && 'Downloading…'}
            onClick={() => run('downloading', download, saveFile)}
          >
            Download<span className="visually-hidden"> {title}</span>
          </Button>
          {actions}
        </div>
      </div>
      {failure && <FailureNotice failure={failure} onOnline={repeat} />}
      {notice}
    </li>
  )
}

/** @example sizeText(1_200_000) // '1.2 MB' */
function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
