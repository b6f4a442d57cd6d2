/** Loads a list page by page. */
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { type Failure, networkFailure, type Success, sentenceOf } from '../api/failure.ts'

const pageSize = 20

type Ask<T> = (
  query: { page: string; pageSize: string },
  signal: AbortSignal,
) => Promise<Success<readonly T[]> | Failure | 'reloading'>

type PagedList<T> = {
  listed: readonly T[]
  setListed: Dispatch<SetStateAction<readonly T[]>>
  /** All entries are listed. */
  isComplete: boolean
  /** There may be more entries, and none are being loaded. */
  hasMore: boolean
  failure: Failure | null
  /** Loads the next page, or again a page that failed or is slow. */
  loadMore: () => void
  /** Removes an entry that is no longer in the service's list. */
  remove: (id: string) => void
}

/**
 * Loads the first page, and the others on demand. Another key empties the list and starts again; an empty key loads nothing.
 * `leaveIfEnded` leaves the page if the session has ended, and returns whether.
 */
export function usePagedList<T extends { id: string }>(
  key: string,
  ask: Ask<T>,
  leaveIfEnded: (sentence: string) => boolean,
): PagedList<T> {
  const [shownKey, setShownKey] = useState(key)
  const [listed, setListed] = useState<readonly T[]>([])
  /** The page that is being loaded, or that could not be loaded; null once the list is complete. */
  const [page, setPage] = useState<number | null>(1)
  const [isWanted, setWanted] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)

  if (key !== shownKey) {
    setShownKey(key)
    setListed([])
    restart()
  }

  const request = useEffectEvent(ask)
  const take = useEffectEvent((entries: readonly T[]) => {
    // An entry that arrived meanwhile moves another one to the next page.
    const known = new Set(listed.map(({ id }) => id))
    setListed([...listed, ...entries.filter(({ id }) => !known.has(id))])
    setPage(page !== null && entries.length === pageSize ? page + 1 : null)
    setWanted(false)
  })
  const fail = useEffectEvent((answer: Failure) => {
    setWanted(false)
    if (!leaveIfEnded(sentenceOf(answer))) setFailure(answer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again while an answer is slow.
  useEffect(() => {
    if (!key || !isWanted || page === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    request({ page: String(page), pageSize: String(pageSize) }, signal)
      .catch(networkFailure)
      .then((answer) => {
        if (answer === 'reloading' || signal.aborted) return
        if (answer.isSuccessful) take(answer.data)
        else fail(answer)
      })
    return () => leaving.abort()
  }, [key, page, isWanted, round])

  return {
    listed,
    setListed,
    isComplete: page === null,
    hasMore: page !== null && !isWanted && failure === null,
    failure,
    loadMore,
    remove,
  }

  function restart(): void {
    setPage(1)
    setWanted(true)
    setFailure(null)
  }

  function loadMore(): void {
    setFailure(null)
    setWanted(true)
    setRound(round + 1)
  }

  function remove(id: string): void {
    const left = listed.filter((entry) => entry.id !== id)
    setListed(left)
    // Other users may have added entries, or moved them to a page that was loaded before.
    if (left.length === 0) restart()
    // The entries of later pages have moved forward by one.
    else if (page !== null) setPage(Math.floor(left.length / pageSize) + 1)
  }
}
