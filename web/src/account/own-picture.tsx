import { putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type Failure, fieldSentence, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { callOwn } from '../session/own-call.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Avatar } from '../ui/page/identity-chip.tsx'
import { readPicture } from './cut-picture.ts'
import { PictureEditor } from './picture-editor.tsx'
import { focusAfterQuestion, RowQuestion } from './row-question.tsx'
import { shrink } from './shrink-picture.ts'

const errorId = 'picture-error'
const chooseId = 'picture-choose'

export type OwnPictureProps = {
  /** The user's name, whose initials stand in for a picture. */
  name: string
  picture: string | null
  /** Called with the new picture and a sentence that the page shows. */
  onChanged: (picture: string | null, text: string) => void
  /** Called when a call fails, since the session may have ended. */
  onFailed: (sentence: string) => void
}

/** Shows the user's picture as the button that chooses another, which the user then cuts; removes it after a confirmation. */
export function OwnPicture({ name, picture, onChanged, onFailed }: OwnPictureProps) {
  const { platform } = usePage()
  const [busy, setBusy] = useState<'reading' | 'upload' | 'removal' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** The picture that the user is cutting. */
  const [chosen, setChosen] = useState<HTMLCanvasElement | null>(null)
  /** Counts how often the editor was closed. */
  const [closed, setClosed] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<AbortController>(null)

  useEffect(() => {
    // A modal dialog announces its own error.
    if (error && !chosen) announce(error)
  }, [error, chosen])

  // The dialog, which closes in an effect before this one, has returned the focus to where it was before the choice of a file.
  useEffect(() => {
    if (closed > 0) document.getElementById(chooseId)?.focus()
  }, [closed])

  const isWaiting = busy !== null
  const action = picture ? 'Change your picture' : 'Add a picture'
  return (
    <div className="own-picture">
      <input
        ref={input}
        type="file"
        hidden
        accept={putOwnPicture.upload.types.join()}
        aria-label="Picture"
        onChange={choose}
      />
      {chosen && (
        <PictureEditor
          chosen={chosen}
          isBusy={busy === 'upload'}
          error={error}
          onSave={send}
          onCancel={closeEditor}
        />
      )}
      <button
        type="button"
        id={chooseId}
        className="own-picture-choose"
        aria-busy={isWaiting || undefined}
        aria-describedby={error ? errorId : undefined}
        onClick={() => isWaiting || input.current?.click()}
      >
        <Avatar key={picture} name={name} picture={picture} />
        <span className="own-picture-sign">{isWaiting ? <Spinner /> : <CameraSign />}</span>
        <span className="visually-hidden">{busy === 'upload' ? 'Uploading…' : action}</span>
      </button>
      {isAsking && picture ? (
        <RowQuestion
          id="picture-question"
          failure={shownError()}
          text="Remove your picture? Pages then show your initials."
          confirm="Remove picture"
          busyText={busy ? 'Removing…' : null}
          decline="Keep"
          onConfirm={remove}
          onDecline={keep}
        />
      ) : (
        <>
          {picture && !busy && (
            <Button look="quiet" onClick={ask}>
              Remove your picture
            </Button>
          )}
          {shownError()}
        </>
      )}
    </div>
  )

  function shownError() {
    return (
      error && (
        <p className="field-error" id={errorId}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      )
    )
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0]
    // The browser fires `change` again for the same file only if the value was cleared.
    target.value = ''
    if (!file) return
    setError(null)
    setBusy('reading')
    const read = await readPicture(file)
    setBusy(null)
    setChosen(read)
    if (read) return
    // The service decides about a file that the browser cannot read.
    const { file: sent, fault } = await shrink(file)
    if (sent) await send(sent)
    else setError(fault)
  }

  async function send(file: Blob): Promise<void> {
    setBusy('upload')
    setError(null)
    announce('Uploading…')
    upload.current = new AbortController()
    const { signal } = upload.current
    const answer = await callOwn(platform, putOwnPicture, {}, { file, signal })
    if (answer === 'reloading' || signal.aborted) return
    setBusy(null)
    if (!answer.isSuccessful) return fail(answer)
    closeEditor()
    onChanged(answer.data.picture, 'Picture saved.')
  }

  function closeEditor(): void {
    upload.current?.abort()
    setBusy(null)
    setChosen(null)
    setError(null)
    setClosed(closed + 1)
  }

  async function remove(): Promise<void> {
    setBusy('removal')
    setError(null)
    const answer = await callOwn(platform, removeOwnPicture, {})
    if (answer === 'reloading') return
    setBusy(null)
    if (!answer.isSuccessful) return fail(answer)
    setAsking(false)
    document.getElementById('title')?.focus()
    onChanged(null, 'Picture removed.')
  }

  function fail(failure: Failure): void {
    setError(fieldSentence(failure, 'file') ?? sentenceOf(failure))
    onFailed(sentenceOf(failure))
  }

  function ask(): void {
    setError(null)
    setAsking(true)
  }

  function keep(): void {
    setError(null)
    setAsking(false)
    focusAfterQuestion(chooseId)
  }
}

function CameraSign() {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        d="M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4z"
      />
      <circle cx="12" cy="13" r="3.2" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
