import type { School } from '@foyer/contract/schools/school-fields'
import { putSchoolLogo, removeSchoolLogo } from '@foyer/contract/schools/school-logos'
import { getSchool } from '@foyer/contract/schools/school-routes'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type Failure, fieldSentence, noticeOf, type Success } from '../../api/failure.ts'
import { fetchWithProgress } from '../../api/fetch-with-progress.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { SchoolLogo } from '../school-logo.tsx'
import { SectionPart } from '../section-part.tsx'
import { shrink } from '../shrink-picture.ts'
import { useOwnCall } from '../use-own-call.ts'

type Version = { school: School; version: string | undefined }

type OwnLogoProps = {
  shown: Version
  /** Called with a sentence for the page; null if the section says it. */
  onChanged: (changed: Version, text: string | null) => void
  onSignedOut: () => void
}

const chooseId = 'choose-logo'
const changedElsewhere =
  'The logo was changed in another window. This is the logo now. Choose yours again to replace it.'

/** Shows the logo of a school, uploads another, and removes it after a confirmation. */
export function OwnLogo({ shown, onChanged, onSignedOut }: OwnLogoProps) {
  const { school } = shown
  const params = { id: school.id }
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<'upload' | 'removal'>(onSignedOut)
  const [fault, setFault] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  /** The sent share of the file. */
  const [share, setShare] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const sentence = fault ?? (failure && (fieldSentence(failure, 'file') ?? noticeOf(failure)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus once.
  useEffect(() => {
    notice.current?.focus()
  }, [fault, failure])

  return (
    <SectionPart
      id="logo-title"
      title="Logo"
      lead="A picture of at least 512 pixels looks best. Its background may be transparent."
    >
      {sentence && !isAsking && <ErrorNotice title={sentence} ref={notice} />}
      <div className="own-logo">
        <SchoolLogo logo={school.logo} />
        <input
          ref={input}
          type="file"
          hidden
          accept={putSchoolLogo.upload.types.join()}
          aria-label="Logo"
          onChange={upload}
        />
        {isAsking && school.logo ? (
          <RowQuestion
            id="logo-question"
            failure={sentence && <ErrorNotice title={sentence} ref={notice} />}
            text="Remove the logo? Pages then show a building in its place."
            confirm="Remove logo"
            busyText={busy && 'Removing…'}
            decline="Keep"
            onConfirm={remove}
            onDecline={keep}
          />
        ) : (
          <div className="facts-answers">
            <Button
              id={chooseId}
              look="secondary"
              busyText={busy && 'Uploading…'}
              onClick={() => input.current?.click()}
            >
              {school.logo ? 'Replace logo' : 'Add a logo'}
            </Button>
            {school.logo && !busy && (
              <Button look="quiet" onClick={ask}>
                Remove<span className="visually-hidden"> the logo</span>
              </Button>
            )}
          </div>
        )}
      </div>
      {busy === 'upload' && (
        <progress className="own-logo-progress" value={share} aria-label="Uploading the logo" />
      )}
      <SlowNote isBusy={busy !== null} onRetry={repeat} />
    </SectionPart>
  )

  async function upload({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = target.files?.[0]
    // The browser fires `change` again for the same file only if the value was cleared.
    target.value = ''
    if (!chosen) return
    setFailure(null)
    const { file, fault: tooLarge } = await shrink(chosen)
    setFault(tooLarge ?? null)
    if (!file) return
    setShare(0)
    announce('Uploading…')
    const sent = { file, request: fetchWithProgress(setShare) }
    start('upload', (options) => call(putSchoolLogo, { params }, { ...options, ...sent }), 'Logo saved.')
  }

  function remove(): void {
    setFault(null)
    start('removal', (options) => call(removeSchoolLogo, { params }, options), 'Logo removed.')
  }

  function start(kind: 'upload' | 'removal', ask: Ask, done: string): void {
    run(
      kind,
      () => changeShown(ask),
      ({ school: changed, version, isTheirs }) => {
        setAsking(false)
        if (isTheirs) setFault(changedElsewhere)
        else focusAfterQuestion(chooseId)
        onChanged({ school: changed, version }, isTheirs ? null : done)
      },
    )
  }

  /** Changes the version that is shown. A change of another part does not concern the logo, so the call is repeated. */
  async function changeShown(ask: Ask): Promise<Success<Changed> | Failure | 'reloading'> {
    const answer = await ask(optionsFor(shown.version))
    if (answer === 'reloading' || answer.isSuccessful || answer.statusCode !== 412) return asChanged(answer)
    const current = await call(getSchool, { params })
    if (current === 'reloading' || !current.isSuccessful) return current
    if (current.data.logo === school.logo) return asChanged(await ask(optionsFor(current.version)))
    return asChanged(current, true)
  }

  function ask(): void {
    setFault(null)
    setFailure(null)
    setAsking(true)
  }

  function keep(): void {
    setFailure(null)
    setAsking(false)
    focusAfterQuestion(chooseId)
  }
}

type Options = { ifMatch?: string }
type Answered = Success<School> | Failure | 'reloading'
type Ask = (options: Options) => Promise<Answered>
type Changed = Version & { isTheirs: boolean }

function optionsFor(version: string | undefined): Options {
  return version === undefined ? {} : { ifMatch: version }
}

function asChanged(answer: Answered, isTheirs = false): Success<Changed> | Failure | 'reloading' {
  if (answer === 'reloading' || !answer.isSuccessful) return answer
  return { isSuccessful: true, data: { school: answer.data, version: answer.version, isTheirs } }
}
