/** Loads what a section of the account shows. */
import type { Call } from '@foyer/contract/routes/route'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { type Failure, networkFailure, type Success, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { callOwn, type SignedInRoute } from '../session/own-call.ts'

type Data<R extends SignedInRoute> = Extract<Answer<R>, { isSuccessful: true }>['data']

export type Loaded<T> = {
  /** Null until the service has answered. */
  data: T | null
  setData: (data: T) => void
  failure: Failure | null
  /** Asks again, after a failure or while an answer is slow. */
  load: () => void
}

/** Loads the answer of a route. `leaveIfEnded` leaves the page if the session has ended, and returns whether. */
export function useLoaded<R extends SignedInRoute>(
  route: R,
  given: Call<R>,
  leaveIfEnded: (sentence: string) => boolean,
): Loaded<Data<R>> {
  const { platform } = usePage()
  return useLoadedBy(
    (signal) =>
      callOwn(platform, route, given, { signal }) as Promise<Success<Data<R>> | Failure | 'reloading'>,
    leaveIfEnded,
  )
}

/** Loads the answer of a function, again when the browser shows the page after Back. */
export function useLoadedBy<T>(
  ask: (signal: AbortSignal) => Promise<Success<T> | Failure | 'reloading'>,
  leaveIfEnded: (sentence: string) => boolean,
): Loaded<T> {
  const [data, setData] = useState<T | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const request = useEffectEvent(ask)
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
  return { data, setData, failure, load }

  function load(): void {
    setFailure(null)
    // The caller may be a callback of an earlier rendering.
    setRound((before) => before + 1)
  }
}
