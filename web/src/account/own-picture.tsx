import { putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type Failure, fieldSentence, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { Fact, type OwnPictureProps } from './account-facts.tsx'
import { focusAfterQuestion, RowQuestion } from './row-question.tsx'
import { shrink } from './shrink-picture.ts'

const errorId = 'picture-error'
const chooseId = 'picture-choose'

/** Uploads the user's picture, or removes it after a confirmation. */
export function OwnPicture({ picture, onChanged, onFailed }: OwnPictureProps) {
  const { platform } = usePage()
  const [busy, setBusy] = useState<'upload' | 'removal' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (error) announce(error)
  }, [error])

  const shownError = error && (
    <p className="field-error" id={errorId}>
      <span className="visually-hidden">Error: </span>
      {error}
    </p>
  )
  if (isAsking && picture)
    return (
      <Fact
        label="Picture"
        value={
          <RowQuestion
            id="picture-question"
            failure={shownError}
            text="Remove your picture? Pages then show your initials."
            confirm="Remove picture"
            busyText={busy ? 'Removing…' : null}
            decline="Keep"
            onConfirm={remove}
            onDecline={keep}
          />
        }
      />
    )
  return (
    <Fact
      label="Picture"
      value={
        <div className="own-picture">
          <input
            ref={input}
            type="file"
            hidden
            accept={putOwnPicture.upload.types.join()}
            aria-label="Picture"
            onChange={upload}
          />
          <span className="facts-none">{picture ? 'Shown to teachers and classmates' : 'Not set'}</span>
          {shownError}
        </div>
      }
      action={
        <span className="own-picture-actions">
          <Button
            look="quiet"
            id={chooseId}
            busyText={busy === 'upload' ? 'Uploading…' : null}
            aria-describedby={error ? errorId : undefined}
            onClick={() => input.current?.click()}
          >
            {picture ? (
              <>
                Change<span className="visually-hidden"> your picture</span>
              </>
            ) : (
              'Add a picture'
            )}
          </Button>
          {picture && !busy && (
            <Button look="quiet" onClick={ask}>
              Remove<span className="visually-hidden"> your picture</span>
            </Button>
          )}
        </span>
      }
    />
  )

  async function upload({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = target.files?.[0]
    // The browser fires `change` again for the same file only if the value was cleared.
    target.value = ''
    if (!chosen) return
    setBusy('upload')
    setError(null)
    announce('Uploading…')
    const { file, fault } = await shrink(chosen)
    if (!file) {
      setBusy(null)
      setError(fault)
      return
    }
    const answer = await callSignedIn(platform, putOwnPicture, {}, { reload: false, file })
    if (answer === 'reloading') return
    setBusy(null)
    if (answer.isSuccessful) onChanged(answer.data.picture, 'Picture saved.')
    else fail(answer)
  }

  async function remove(): Promise<void> {
    setBusy('removal')
    setError(null)
    const answer = await callSignedIn(platform, removeOwnPicture, {}, { reload: false })
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
