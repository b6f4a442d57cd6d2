import { confirmSession, disownSession } from '@foyer/contract/routes/sessions'
import { listSignIns } from '@foyer/contract/routes/sign-ins'
import { useEffect, useRef, useState } from 'react'
import { type Failure, noticeOf } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import { placeText, type SignIn, signInSentence } from './sign-in-sentence.ts'

export type SignInHistoryProps = {
  /** Called with the time of a sign-in that the user disowned, whose browser is signed out. */
  onDisowned: (signedInAt: string) => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

const first = {}

/** Lists the sign-ins of the user, and asks about those in new browsers. */
export function SignInHistory({ onDisowned, onSignedOut, leaveIfEnded }: SignInHistoryProps) {
  const { data, setData, failure: unloaded, load } = useLoaded(listSignIns, first, leaveIfEnded)
  const [asked, setAsked] = useState<SignIn | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<'more' | 'confirming' | 'disowning'>(
    onSignedOut,
  )
  const notice = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState<number | null>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  useEffect(() => {
    if (added !== null) document.getElementById(entryId(added))?.focus()
  }, [added])

  const problem = failure && noticeOf(failure)
  const error = problem && <ErrorNotice title={problem} ref={notice} />
  return (
    <SectionPart id="history" title="Sign-in history" lead="Sign-ins and failed attempts, the newest first.">
      {data ? (
        <>
          {data.items.length === 0 && <p className="section-lead">No sign-ins yet.</p>}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from lists without markers. */}
          <ol className="sign-ins" role="list">
            {data.items.map((entry, index) => (
              <li key={keyOf(entry, index)} id={entryId(index)} tabIndex={-1} data-outcome={entry.outcome}>
                <p className="sign-in-what">{signInSentence(entry)}</p>
                <p className="browser-when">
                  {placeText(entry)}
                  {entry.isHere && ' · This browser'}
                </p>
                {asked === entry ? (
                  <RowQuestion
                    id="sign-in-question"
                    failure={error}
                    text="Was this you?"
                    confirm="No, it wasn’t me"
                    busyText={busy === 'disowning' ? 'Signing it out…' : null}
                    decline="Yes, it was me"
                    onConfirm={() => disown(entry)}
                    onDecline={() => confirm(entry, index)}
                  />
                ) : (
                  entry.asks && (
                    <div className="sign-in-action">
                      <Button look="quiet" onClick={() => ask(entry)}>
                        Was this you?<span className="visually-hidden"> {signInSentence(entry)}</span>
                      </Button>
                    </div>
                  )
                )}
              </li>
            ))}
          </ol>
          {!asked && error}
          {data.next !== null && (
            <Button look="secondary" busyText={busy === 'more' ? 'Loading…' : null} onClick={showMore}>
              Show more<span className="visually-hidden"> sign-ins</span>
            </Button>
          )}
        </>
      ) : (
        <PartLoading what="your sign-ins" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function showMore(): void {
    if (!data || data.next === null || busy) return
    const { items, next } = data
    setAsked(null)
    run(
      'more',
      () => call(listSignIns, { query: { before: next } }),
      (more) => {
        setData({ items: [...items, ...more.items], next: more.next })
        // The button may be gone, and the user goes on reading at the first new entry.
        setAdded(more.items.length > 0 ? items.length : items.length - 1)
      },
    )
  }

  function ask(entry: SignIn): void {
    if (busy) return
    setFailure(null)
    setAsked(entry)
  }

  function confirm(entry: SignIn, index: number): void {
    const { session } = entry
    if (session === null || busy) return
    const done = () => {
      setAsked(null)
      if (data)
        setData({ ...data, items: data.items.map((one) => (one === entry ? { ...one, asks: false } : one)) })
      focusAfterQuestion(entryId(index))
    }
    run('confirming', () => call(confirmSession, { params: { id: session } }), done, goneMeanwhile(done))
  }

  function disown(entry: SignIn): void {
    const { session } = entry
    if (session === null || busy) return
    const done = () => onDisowned(entry.at)
    run('disowning', () => call(disownSession, { params: { id: session } }), done, goneMeanwhile(done))
  }

  /** The service has deleted the session, which ended long ago. */
  function goneMeanwhile(done: () => void): (refusal: Failure) => boolean {
    return ({ errors }) => {
      if (errors.code !== 'not-found') return false
      done()
      return true
    }
  }
}

function entryId(index: number): string {
  return `sign-in-${index}`
}

/** Events of the same moment differ by their place. */
function keyOf({ at }: SignIn, index: number): string {
  return `${at} ${index}`
}
