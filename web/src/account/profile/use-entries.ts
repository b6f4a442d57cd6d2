/** Deletes, puts back and orders the entries of a section. The page shows a change of the order before it is stored. */
import { allPages } from '@foyer/contract/lists/paging'
import type { EntryContent, ListedEntry } from '@foyer/contract/profile/entries'
import { evidenceRoutes, evidenceSections } from '@foyer/contract/profile/evidences'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections } from '@foyer/contract/profile/sections'
import { useRef, useState } from 'react'
import { blankFailure, type Failure, type Success, sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import type { Loaded } from '../use-loaded.ts'

/** An entry that was deleted, and the place where the list showed it. */
export type Removed = { entry: ListedEntry; index: number }

export type Entries = {
  /** Null while no request runs; else the id of the entry that the request is about. */
  busyId: string | null
  failure: Failure | null
  removed: Removed | null
  /** Returns how many files a deletion would delete too; null after a failure. */
  countFiles: (entry: ListedEntry) => Promise<number | null>
  remove: (entry: ListedEntry) => Promise<boolean>
  /** Returns the entry with its new id, or null after a failure. */
  putBack: () => Promise<ListedEntry | null>
  move: (from: number, to: number) => void
  /** Forgets the failure and the deleted entry. */
  settle: () => void
}

export function useEntries(
  name: SectionName,
  { data, setData, load }: Loaded<ListedEntry[]>,
  leaveIfEnded: (sentence: string) => boolean,
): Entries {
  const { platform } = usePage()
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  /** The order to store next, and whether a request stores an earlier order. */
  const order = useRef<{ next: string[] | null; isSending: boolean }>({ next: null, isSending: false })
  const routes = sectionRoutes[name]
  const entries = data ?? []
  return { busyId, failure, removed, countFiles, remove, putBack, move, settle }

  function settle(): void {
    setFailure(null)
    setRemoved(null)
  }

  /** Returns the data of a success, else shows the failure. */
  function settled<T>(answer: Success<T> | Failure | 'reloading'): answer is Success<T> {
    if (answer === 'reloading') return false
    if (!answer.isSuccessful && !leaveIfEnded(sentenceOf(answer))) setFailure(answer)
    return answer.isSuccessful
  }

  async function countFiles({ id }: ListedEntry): Promise<number | null> {
    const evidences = evidenceSections.find((section) => section === name)
    if (!evidences) return 0
    settle()
    setBusyId(id)
    const answer = await callOwn(platform, evidenceRoutes[evidences].list, { params: { id } })
    setBusyId(null)
    return settled(answer) ? answer.data.length : null
  }

  async function remove(entry: ListedEntry): Promise<boolean> {
    settle()
    setBusyId(entry.id)
    const answer = await callOwn(platform, routes.remove, { params: { id: entry.id } })
    setBusyId(null)
    const isGone = answer !== 'reloading' && !answer.isSuccessful && answer.errors.code === 'not-found'
    if (!isGone && !settled(answer)) return false
    setRemoved({ entry, index: entries.indexOf(entry) })
    setData(entries.filter(({ id }) => id !== entry.id))
    return true
  }

  async function putBack(): Promise<ListedEntry | null> {
    if (!removed) return null
    const { entry, index } = removed
    setFailure(null)
    setBusyId(entry.id)
    const body = contentIn(name, entry)
    // The id of the deleted entry makes a repeated request add the entry once.
    const options = { idempotencyKey: entry.id }
    const answer = await callOwn(platform, routes.add, { body }, options)
    setBusyId(null)
    if (!settled(answer)) return null
    setRemoved(null)
    const changed = isChangeable(name) ? entries.toSpliced(index, 0, answer.data) : [...entries, answer.data]
    setData(changed)
    if (isChangeable(name) && index < entries.length) store(changed)
    return answer.data
  }

  function move(from: number, to: number): void {
    const entry = entries[from]
    if (!entry) return
    settle()
    const changed = entries.toSpliced(from, 1).toSpliced(to, 0, entry)
    setData(changed)
    store(changed)
  }

  /** Stores the latest order. An order that another one replaces meanwhile is not sent. */
  async function store(changed: readonly ListedEntry[]): Promise<void> {
    order.current.next = changed.map(({ id }) => id)
    if (order.current.isSending) return
    order.current.isSending = true
    while (order.current.next) {
      const ids = order.current.next
      order.current.next = null
      // The user sees the new order already and may leave the page.
      const options = { keepalive: true }
      const answer = await callOwn(platform, routes.order, { body: { ids } }, options)
      if (settled(isListChanged(answer) ? listChanged : answer)) continue
      order.current.next = null
      load()
    }
    order.current.isSending = false
  }
}

/** The service refuses an order that does not name each entry once: another window has added or deleted one. */
function isListChanged(answer: Answer | 'reloading'): boolean {
  return answer !== 'reloading' && !answer.isSuccessful && answer.errors.code === 'invalid-request'
}

type Answer = Success<unknown> | Failure
const listChanged: Failure = {
  ...blankFailure,
  errors: { detail: 'This list was changed in another window. You see the newest version now.' },
}

/** Loads the entries of a section. */
export function loadEntries(platform: Parameters<typeof callOwn>[0], name: SectionName) {
  return (signal: AbortSignal) =>
    callOwn(platform, sectionRoutes[name].list, { query: { page: String(allPages) } }, { signal })
}

/** Returns what a request contains of an entry. */
export function contentIn(name: SectionName, entry: ListedEntry): EntryContent {
  return Object.fromEntries(
    Object.keys(profileSections[name].fields).map((field) => [field, entry[field] ?? null]),
  )
}
