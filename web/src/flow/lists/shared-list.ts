/** Shares a list of reference data among all readers of a page: it starts empty and is loaded once. */
import type { Failure, Success } from '../../api/failure.ts'

type SharedList<T> = {
  /** Empty until the list has been loaded. */
  items(): readonly T[]
  /**
   * Loads the list, or returns it when it is there. Readers that ask meanwhile share one request, which ends with the last
   * of their signals. A failure is not kept: the next reader asks again.
   */
  load(signal?: AbortSignal): Promise<Answered<T>>
}

type Answered<T> = Success<readonly T[]> | Failure
type Pending<T> = { answer: Promise<Answered<T>>; readers: number; end(): void }

/* @__NO_SIDE_EFFECTS__ */
export function createSharedList<T>(
  request: (signal: AbortSignal) => Promise<Success<T[]> | Failure>,
): SharedList<T> {
  let items: readonly T[] = []
  /** Stays once it has brought the list. */
  let pending: Pending<T> | null = null

  function start(): Pending<T> {
    const abort = new AbortController()
    const started: Pending<T> = {
      answer: request(abort.signal).then((answer) => {
        if (answer.isSuccessful) items = answer.data
        else forget()
        return answer
      }),
      readers: 0,
      end() {
        if (items.length === 0) forget()
        abort.abort()
      },
    }
    return started

    function forget(): void {
      if (pending === started) pending = null
    }
  }

  return {
    items: () => items,
    load(signal) {
      pending ??= start()
      const joined = pending
      joined.readers += 1
      signal?.addEventListener('abort', () => --joined.readers || joined.end())
      return joined.answer
    },
  }
}
