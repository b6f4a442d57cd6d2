import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, networkFailure, type Success, sentenceOf } from '../../api/failure.ts'

export type OwnData<T> = {
  /** Null until the service has answered. */
  data: T | null
  change: (data: T) => void
  failure: Failure | null
  reload: () => void
}

/**
 * Loads what a page of a signed-in user shows, again when the browser shows the page after Back. `leaveIfEnded` leaves the
 * page if the session has ended.
 */
export function useOwnData<T>(
  load: (signal: AbortSignal) => Promise<Success<T> | Failure | 'reloading'>,
  leaveIfEnded: (sentence: string) => boolean,
): OwnData<T> {
  const [data, setData] = useState<T | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const request = useEffectEvent(load)
  const fail = useEffectEvent((answer: Failure) => {
    if (!leaveIfEnded(sentenceOf(answer))) setFailure(answer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again.
  useEffect(() => {
    const leaving = new AbortController()
    request(leaving.signal)
      .catch(networkFailure)
      .then((answer) => {
        if (answer === 'reloading' || leaving.signal.aborted) return
        if (answer.isSuccessful) setData(answer.data)
        else fail(answer)
      })
    return () => leaving.abort()
  }, [round])
  useEffect(() => {
    const loadAgain = ({ persisted }: PageTransitionEvent) => persisted && setRound((before) => before + 1)
    addEventListener('pageshow', loadAgain)
    return () => removeEventListener('pageshow', loadAgain)
  }, [])
  return { data, change: setData, failure, reload }

  function reload(): void {
    setFailure(null)
    setRound(round + 1)
  }
}
