import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, networkFailure, type Success } from '../../api/failure.ts'

type Loaded<T> = {
  /** 'waiting' until the page's script runs and the key is not empty. */
  state: 'waiting' | 'loading' | 'ready' | 'failed'
  items: readonly T[]
  failure: Failure | null
}

export type List<T> = Loaded<T> & { retry: () => void }

/** Loads the options of a field, again for each new key. An empty key loads nothing. */
export function useList<T>(
  key: string,
  load: (key: string, signal: AbortSignal) => Promise<Success<readonly T[]> | Failure>,
): List<T> {
  const [loaded, show] = useState<Loaded<T>>({ state: 'waiting', items: [], failure: null })
  const [round, setRound] = useState(0)
  const request = useEffectEvent(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round repeats the request.
  useEffect(() => {
    if (!key) return
    const leaving = new AbortController()
    show({ state: 'loading', items: [], failure: null })
    request(key, leaving.signal)
      .catch(networkFailure)
      .then((answer) => {
        if (leaving.signal.aborted) return
        if (answer.isSuccessful) show({ state: 'ready', items: answer.data, failure: null })
        else show({ state: 'failed', items: [], failure: answer })
      })
    return () => leaving.abort()
  }, [key, round])
  return { ...loaded, retry: () => setRound(round + 1) }
}
