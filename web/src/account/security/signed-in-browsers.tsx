import { platformNames } from '@foyer/contract/platform-names'
import {
  disownSession,
  endOneSession,
  endOtherSessions,
  forgetRememberedBrowser,
  listSessions,
} from '@foyer/contract/routes/sessions'
import { useEffect, useRef, useState } from 'react'
import { type Failure, noticeOf } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import { BrowserCard, type BrowserChange } from './browser-card.tsx'
import { type BrowserGroup, groupByBrowser, type ListedSession } from './browser-groups.ts'

export type SignedInBrowsersProps = {
  /** Called with a sentence that the page shows. */
  onDone: (text: string) => void
  /** Called with the time of the first sign-in in a browser that is not the user's, once its sessions have ended. */
  onDisowned: (signedInAt: string) => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

/** How many browsers the list shows at first, and how many more with each press. */
const step = 10
const id = 'browsers'
const othersButton = 'end-others'

/** Lists the browsers in which the user is signed in, and signs the user out of one or of all others. */
export function SignedInBrowsers({ onDone, onDisowned, onSignedOut, leaveIfEnded }: SignedInBrowsersProps) {
  const { data: sessions, setData, failure: unloaded, load } = useLoaded(listSessions, {}, leaveIfEnded)
  const [shown, setShown] = useState(step)
  const [asks, setAsks] = useState(false)
  const [at, setAt] = useState<string | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<BrowserChange>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  const added = useRef<string | null>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  useEffect(() => {
    if (shown > step && added.current) document.getElementById(added.current)?.focus()
  }, [shown])

  const groups = sessions && groupByBrowser(sessions)
  const others = groups?.filter(({ isHere }) => !isHere) ?? []
  return (
    <SectionPart id={id} title="Where you’re signed in">
      {groups ? (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from lists without markers. */}
          <ul className="browsers" role="list">
            {groups.slice(0, shown).map((group) => (
              <BrowserCard
                key={group.key}
                group={group}
                busy={at === group.key ? busy : null}
                notice={at === group.key ? noticeFor(failure) : null}
                onEnd={() => endBrowser(group)}
                onEndSession={(session) => endSession(group, session)}
                onDisown={() => disown(group)}
                onForget={() => forget(group)}
              />
            ))}
          </ul>
          {groups.length > shown && (
            <Button
              look="secondary"
              onClick={() => {
                added.current = `browser-${groups[shown]?.key}`
                setShown(shown + step)
              }}
            >
              Show more<span className="visually-hidden"> browsers</span>
            </Button>
          )}
          {others.length === 0 ? (
            <p className="section-lead">You aren’t signed in in any other browser.</p>
          ) : asks ? (
            <RowQuestion
              id="end-others-question"
              failure={at === null && noticeFor(failure)}
              text={`Sign out in ${others.length === 1 ? 'the other browser' : `${others.length} other browsers`}? You stay signed in here.`}
              confirm="Sign out everywhere else"
              busyText={at === null && busy ? 'Signing out…' : null}
              decline="Stay signed in"
              onConfirm={endOthers}
              onDecline={() => {
                setAsks(false)
                focusAfterQuestion(othersButton)
              }}
            />
          ) : (
            <Button look="secondary" id={othersButton} onClick={ask}>
              Sign out everywhere else
            </Button>
          )}
        </>
      ) : (
        <PartLoading what="your browsers" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function noticeFor(refusal: Failure | null) {
    const text = refusal && noticeOf(refusal)
    return text && <ErrorNotice title={text} ref={notice} />
  }

  function ask(): void {
    setFailure(null)
    setAt(null)
    setAsks(true)
  }

  function endBrowser(group: BrowserGroup): void {
    const [session] = group.sessions
    if (!session || busy) return
    setAt(group.key)
    const given = { params: { id: session.id }, query: { scope: 'browser' } } as const
    const done = () => remove(group.sessions, `Signed out of ${group.name}.`)
    run('ending', () => call(endOneSession, given), done, goneMeanwhile(done))
  }

  function endSession(group: BrowserGroup, session: ListedSession): void {
    if (busy) return
    setAt(group.key)
    const name = platformNames[session.platform].displayName
    const done = () => remove([session], `Signed out of ${name} in ${group.name}.`)
    run('ending', () => call(endOneSession, { params: { id: session.id } }), done, goneMeanwhile(done))
  }

  function disown(group: BrowserGroup): void {
    const [session] = group.sessions
    if (!session || busy) return
    setAt(group.key)
    const [first = session.createdAt] = group.sessions.map(({ createdAt }) => createdAt).sort()
    const done = () => onDisowned(first)
    run('disowning', () => call(disownSession, { params: { id: session.id } }), done, goneMeanwhile(done))
  }

  function forget(group: BrowserGroup): void {
    const session = group.sessions.find(({ rememberedUntil }) => rememberedUntil)
    if (!session || busy) return
    setAt(group.key)
    run(
      'forgetting',
      () => call(forgetRememberedBrowser, { params: { id: session.id } }),
      () => {
        const forgotten = { rememberedUntil: null }
        setData(sessions?.map((one) => (group.sessions.includes(one) ? { ...one, ...forgotten } : one)) ?? [])
        document.getElementById(`browser-${group.key}`)?.focus()
        onDone(`Sign-ins in ${group.name} ask for the second step again.`)
      },
    )
  }

  function endOthers(): void {
    if (busy) return
    setAt(null)
    run(
      'ending',
      () => call(endOtherSessions, {}),
      () => {
        setAsks(false)
        remove(
          others.flatMap((group) => group.sessions),
          'Signed out everywhere else.',
        )
      },
    )
  }

  /** A session without a row ended long ago, so the user gets what they wanted. */
  function goneMeanwhile(done: () => void): (refusal: Failure) => boolean {
    return ({ errors }) => {
      if (errors.code !== 'not-found') return false
      done()
      return true
    }
  }

  function remove(ended: readonly ListedSession[], text: string): void {
    if (sessions) setData(sessions.filter((session) => !ended.includes(session)))
    document.getElementById(id)?.focus()
    onDone(text)
  }
}
