import type { Call } from '@foyer/contract/routes/route'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { type Failure, networkFailure, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { callSignedIn } from '../session/signed-in-call.ts'

type SignedInRoute = Parameters<typeof callSignedIn>[1]
type Data<R extends SignedInRoute> = Extract<Answer<R>, { isSuccessful: true }>['data']

type Loaded<T> = {
  /** Null until the service has answered. */
  data: T | null
  setData: (data: T) => void
  failure: Failure | null
  /** Asks again, after a failure or while an answer is slow. */
  load: () => void
}

/** Loads what a part of a section shows. `leaveIfEnded` leaves the page if the session has ended, and returns whether. */
export function useLoaded<R extends SignedInRoute>(
  route: R,
  given: Call<R>,
  leaveIfEnded: (sentence: string) => boolean,
): Loaded<Data<R>> {
  const { platform } = usePage()
  const [data, setData] = useState<Data<R> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)

  const ask = useEffectEvent((signal: AbortSignal) =>
    callSignedIn(platform, route, given, { reload: false, signal }).catch(networkFailure),
  )
  const fail = useEffectEvent((answer: Failure) => {
    if (!leaveIfEnded(sentenceOf(answer))) setFailure(answer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    ask(signal).then((answer) => {
      if (answer === 'reloading' || signal.aborted) return
      if (answer.isSuccessful) setData(answer.data as Data<R>)
      else fail(answer)
    })
    return () => leaving.abort()
  }, [round])

  return { data, setData, failure, load }

  function load(): void {
    setFailure(null)
    setRound(round + 1)
  }
}
