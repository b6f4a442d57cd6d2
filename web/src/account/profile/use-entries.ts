/** Deletes, puts back and orders the entries of a list. The page shows a change of the order before it is stored. */
import { useRef, useState } from 'react'
import { blankFailure, type Failure, type Success, sentenceOf } from '../../api/failure.ts'
import type { Loaded } from '../use-loaded.ts'
import type { Content } from './profile-fields.ts'

/** An entry of a list. */
export type Listed = Content & { id: string }

type Stored<T> = Promise<Success<T> | Failure | 'reloading'>

/** Stores what the user changes in a list. */
export type EntryStore<T> = {
  /** Counts the files that a deletion would delete too. */
  countFiles: (entry: T) => Stored<number>
  remove: (entry: T) => Stored<unknown>
  /** Adds a deleted entry again, as the last one. */
  addAgain: (entry: T) => Stored<T>
  /** Stores the order; null for a list whose order is not the user's. */
  order: ((entries: readonly T[]) => Stored<unknown>) | null
}

/** An entry that was deleted, and the place where the list showed it. */
type Removed<T> = { entry: T; index: number }

export type Entries<T> = {
  /** Null while no request runs; else the id of the entry that the request is about. */
  busyId: string | null
  failure: Failure | null
  removed: Removed<T> | null
  /** Returns how many files a deletion would delete too; null after a failure. */
  countFiles: (entry: T) => Promise<number | null>
  remove: (entry: T) => Promise<boolean>
  /** Returns the entry with its new id, or null after a failure. */
  putBack: () => Promise<T | null>
  move: (from: number, to: number) => void
  /** Forgets the failure and the deleted entry. */
  settle: () => void
}

export function useEntries<T extends Listed>(
  { data, setData, load }: Loaded<readonly T[]>,
  store: EntryStore<T>,
  leaveIfEnded: (sentence: string) => boolean,
): Entries<T> {
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [removed, setRemoved] = useState<Removed<T> | null>(null)
  /** The order to store next, and the stored one while a request stores an earlier order. */
  const order = useRef<{ next: readonly T[] | null; stored: readonly T[] | null }>({
    next: null,
    stored: null,
  })
  const entries = data ?? []
  return { busyId, failure, removed, countFiles, remove, putBack, move, settle }

  function settle(): void {
    setFailure(null)
    setRemoved(null)
  }

  /** Returns the data of a success, else shows the failure. */
  function settled<D>(answer: Success<D> | Failure | 'reloading'): answer is Success<D> {
    if (answer === 'reloading') return false
    if (!answer.isSuccessful && !leaveIfEnded(sentenceOf(answer))) setFailure(answer)
    return answer.isSuccessful
  }

  async function countFiles(entry: T): Promise<number | null> {
    settle()
    setBusyId(entry.id)
    const answer = await store.countFiles(entry)
    setBusyId(null)
    return settled(answer) ? answer.data : null
  }

  async function remove(entry: T): Promise<boolean> {
    settle()
    setBusyId(entry.id)
    const answer = await store.remove(entry)
    setBusyId(null)
    const isGone = answer !== 'reloading' && !answer.isSuccessful && answer.errors.code === 'not-found'
    if (answer === listChanged) load()
    if (!isGone && !settled(answer)) return false
    setRemoved({ entry, index: entries.indexOf(entry) })
    setData(entries.filter(({ id }) => id !== entry.id))
    return true
  }

  async function putBack(): Promise<T | null> {
    if (!removed) return null
    const { entry, index } = removed
    setFailure(null)
    setBusyId(entry.id)
    const answer = await store.addAgain(entry)
    setBusyId(null)
    if (!settled(answer)) return null
    setRemoved(null)
    const changed = store.order ? entries.toSpliced(index, 0, answer.data) : [...entries, answer.data]
    setData(changed)
    if (store.order && index < entries.length) storeOrder(changed)
    return answer.data
  }

  function move(from: number, to: number): void {
    const entry = entries[from]
    if (!entry) return
    settle()
    const changed = entries.toSpliced(from, 1).toSpliced(to, 0, entry)
    setData(changed)
    storeOrder(changed)
  }

  /**
   * Stores the latest order. An order that another one replaces meanwhile is not sent. After a failure, the list shows the
   * stored order again.
   */
  async function storeOrder(changed: readonly T[]): Promise<void> {
    order.current.next = changed
    if (order.current.stored || !store.order) return
    order.current.stored = entries
    while (order.current.next) {
      const next = order.current.next
      order.current.next = null
      const answer = await store.order(next)
      if (settled(orderAnswer(answer))) {
        order.current.stored = next
        continue
      }
      order.current.next = null
      setData(order.current.stored)
      // Another window may have changed the list.
      load()
    }
    order.current.stored = null
  }
}

function orderAnswer(answer: Success<unknown> | Failure | 'reloading'): typeof answer {
  if (answer === 'reloading' || answer.isSuccessful || answer.statusCode === 401) return answer
  // The service refuses an order that does not name each entry once: another window has added or deleted one.
  if (answer.errors.code === 'invalid-request' || answer === listChanged) return listChanged
  return { ...blankFailure, errors: { detail: `The new order was not saved. ${sentenceOf(answer)}` } }
}

/** Refuses a change of a list that another window has changed. The page loads the newest version. */
export const listChanged: Failure = {
  ...blankFailure,
  errors: { detail: 'This list was changed in another window. You see the newest version now.' },
}
