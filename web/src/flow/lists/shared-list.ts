/** Shares a list of reference data among all readers of a page: it starts empty and is loaded once. */
import type { Failure, Success } from '../../api/failure.ts'

export type SharedList<T> = {
  /** Empty until the list has been loaded. */
  items(): readonly T[]
  /**
   * Loads the list, or returns it when it is there. Readers that ask meanwhile share one request, which ends with the last
   * of their signals. A failure is not kept: the next reader asks again.
   */
  load(signal?: AbortSignal): Promise<Answered<T>>
}

type Answered<T> = Success<readonly T[]> | Failure
type Pending<T> = { answer: Promise<Answered<T>>; readers: number; end: AbortController }

export function createSharedList<T>(
  request: (signal: AbortSignal) => Promise<Success<T[]> | Failure>,
): SharedList<T> {
  let loaded: readonly T[] | null = null
  let pending: Pending<T> | null = null

  function start(): Pending<T> {
    const end = new AbortController()
    const started: Pending<T> = { answer: ask(end.signal), readers: 0, end }
    return started

    async function ask(signal: AbortSignal): Promise<Answered<T>> {
      try {
        const answer = await request(signal)
        if (answer.isSuccessful) loaded = answer.data
        return answer
      } finally {
        forget(started)
      }
    }
  }

  function forget(ended: Pending<T>): void {
    if (pending === ended) pending = null
  }

  return {
    items: () => loaded ?? [],
    async load(signal) {
      if (loaded) return { isSuccessful: true, data: loaded }
      pending ??= start()
      const joined = pending
      joined.readers += 1
      signal?.addEventListener('abort', () => {
        joined.readers -= 1
        if (joined.readers > 0) return
        forget(joined)
        joined.end.abort()
      })
      return joined.answer
    },
  }
}
