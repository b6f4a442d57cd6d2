import { useEffect, useRef, useState } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { momentText } from '../../flow/time-text.ts'
import { usePage } from '../../platforms/page-context.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../fact.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import { loadWaysIn, type WayIn } from './ways-in.ts'

type AddedSinceProps = {
  /** The service's time of the sign-in that was not the user's. */
  since: string
  /** Called after a removal: other parts of the page list the same. */
  onRemoved: () => void
  onChecked: () => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

const partId = 'added-since'

/** Lists what was added to the account since a sign-in that was not the user's, each with a button that removes it. */
export function AddedSince({ since, onRemoved, onChecked, onSignedOut, leaveIfEnded }: AddedSinceProps) {
  const { platform } = usePage()
  const {
    data,
    setData,
    failure: unloaded,
    load,
  } = useLoadedBy<readonly WayIn[]>((signal) => loadWaysIn(platform, signal), leaveIfEnded)
  const [removing, setRemoving] = useState<string | null>(null)
  const { busy, failure, call, run } = useOwnCall<'removing'>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  const problem = failure && noticeOf(failure)
  const added = data?.filter(({ addedAt }) => Date.parse(addedAt) >= Date.parse(since))
  return (
    <SectionPart
      id={partId}
      title="Added since that sign-in"
      lead={
        <>
          The sign-in that wasn’t you was {momentText(toBrowserTime(since))}. Remove what you didn’t add
          yourself: it may let that person in again.
        </>
      }
    >
      {problem && <ErrorNotice title={problem} ref={notice} />}
      {added ? (
        <>
          {added.length === 0 ? (
            <p>Nothing was added since then: no email, phone number, passkey, app or linked account.</p>
          ) : (
            <dl className="facts">{added.map(rowOf)}</dl>
          )}
          <Button look="secondary" onClick={onChecked}>
            {added.length === 0 ? 'Close' : 'The rest is mine'}
          </Button>
        </>
      ) : (
        <PartLoading what="what was added" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function rowOf(way: WayIn) {
    const { id, label, text, addedAt, keptWhy } = way
    return (
      <Fact
        key={id}
        label={label}
        value={
          <>
            <bdi>{text}</bdi>
            <span className="facts-note">Added {momentText(toBrowserTime(addedAt))}</span>
          </>
        }
        note={keptWhy}
        action={
          keptWhy === null && (
            <Button
              look="quiet"
              busyText={busy && removing === id ? 'Removing…' : null}
              onClick={() => remove(way)}
            >
              Remove
              <span className="visually-hidden">
                {' '}
                {label} {text}
              </span>
            </Button>
          )
        }
      />
    )
  }

  function remove(way: WayIn): void {
    if (busy) return
    setRemoving(way.id)
    const done = () => {
      if (data) setData(data.filter((other) => other !== way))
      announce(`${way.label} ${way.text} was removed.`)
      document.getElementById(partId)?.focus()
      onRemoved()
    }
    run(
      'removing',
      () => way.remove(call),
      done,
      ({ errors }) => {
        // Another window has removed it.
        if (errors.code !== 'not-found') return false
        done()
        return true
      },
    )
  }
}
