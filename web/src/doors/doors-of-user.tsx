import { listDoors } from '@foyer/contract/routes/browser-sessions'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, networkFailure, sentenceOf } from '../api/failure.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { useTitle } from '../flow/navigation/use-title.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { Heading } from '../ui/page/card.tsx'
import { Door } from '../ui/page/door.tsx'
import { DoorList, type Doors } from './door-list.tsx'

type DoorsOfUserProps = {
  user: StoredUser
  /** Leaves the page if the session has ended. Returns whether it has. */
  leaveIfEnded: (sentence: string) => boolean
}

const title = 'Where to?'

/** Loads the user's platforms, and shows them as doors. */
export function DoorsOfUser({ user, leaveIfEnded }: DoorsOfUserProps) {
  const { platform } = usePage()
  const [listed, setListed] = useState<Doors | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const [visits, setVisits] = useState(0)
  useTitle(title, failure !== null)

  const fail = useEffectEvent((answer: Failure) => {
    if (!leaveIfEnded(sentenceOf(answer))) setFailure(answer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads the list again.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    callSignedIn(platform, listDoors, {}, { reload: false, signal })
      .catch(networkFailure)
      .then((answer) => {
        if (answer === 'reloading' || signal.aborted) return
        if (answer.isSuccessful) setListed(answer.data)
        else fail(answer)
      })
    return () => leaving.abort()
  }, [platform, round])

  const startVisit = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    setVisits(visits + 1)
    loadAgain()
  })
  // Back from a platform shows the page as it was left, with a door that is being opened.
  useEffect(() => {
    addEventListener('pageshow', startVisit)
    return () => removeEventListener('pageshow', startVisit)
  }, [])

  const lead = listed && !failure ? leadOf(user, listed.doors.length) : null
  return (
    <>
      <Heading title={title} lead={lead} />
      <div className="stack" aria-busy={!listed && !failure}>
        {content()}
        <ButtonLink look="secondary" href={`/account?platform=${platform}`}>
          Your account
        </ButtonLink>
      </div>
    </>
  )

  function content() {
    if (failure)
      return (
        <>
          <FailureNotice failure={failure} onOnline={loadAgain} />
          <Button onClick={loadAgain}>Try again</Button>
        </>
      )
    if (listed) return <DoorList key={visits} {...{ listed, user, leaveIfEnded }} />
    return (
      <>
        <span className="visually-hidden" role="status">
          Loading your platforms…
        </span>
        <div className="doors doors-outline" aria-hidden="true">
          <Door />
          <Door />
        </div>
        <SlowNote isBusy onRetry={loadAgain} />
      </>
    )
  }

  function loadAgain(): void {
    // The button that has the focus goes away.
    if (failure) document.getElementById('title')?.focus()
    setFailure(null)
    setRound(round + 1)
  }
}

function leadOf(user: StoredUser, count: number): string {
  const name = user.fullName || user.email
  const who = name ? `You are signed in as ${name}.` : 'You are signed in.'
  if (count > 1) return who
  return `${who} Your account has ${count === 1 ? 'one platform' : 'no platform to go to from here'}.`
}
