/** Loads the platforms of a user, and loads them again when Back returns to the page. */
import { listDoors } from '@foyer/contract/routes/browser-sessions'
import type { Result } from '@foyer/contract/routes/route'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, networkFailure, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { callOwn } from '../session/own-call.ts'

export type Doors = Result<typeof listDoors>

/** The doors of a user, as the service has listed them. */
export type OwnDoors = {
  listed: Doors | null
  failure: Failure | null
  /** Counts the visits of a page that the browser kept: each begins with closed doors. */
  visits: number
  loadAgain: () => void
}

/** Loads the user's platforms. */
export function useDoors(leaveIfEnded: (sentence: string) => boolean): OwnDoors {
  const { platform } = usePage()
  const [listed, setListed] = useState<Doors | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const [visits, setVisits] = useState(0)

  const fail = useEffectEvent((answer: Failure) => {
    if (!leaveIfEnded(sentenceOf(answer))) setFailure(answer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads the list again.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    callOwn(platform, listDoors, {}, { signal })
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
  return { listed, failure, visits, loadAgain }

  function loadAgain(): void {
    // The button that has the focus goes away.
    if (failure) document.getElementById('title')?.focus()
    setFailure(null)
    setRound(round + 1)
  }
}
