/**
 * Loads the lists of reference data that profiles refer to, each once per document. Every field and entry that shows a list
 * follows it, so a list that arrives updates only these.
 */
import {
  listCountries,
  listLanguages,
  listQualificationFields,
  listQualificationLevels,
  listStates,
  listSubjects,
} from '@foyer/contract/routes/reference'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import type { Failure, Success } from '../../api/failure.ts'
import { findItem } from './find-item.ts'
import { type Content, listOf, textOf } from './profile-fields.ts'

type Item = { id: string; name: string }
export type ReferenceList = { items: readonly Item[] | null; failure: Failure | null }

const loaders: Readonly<Record<string, () => Promise<Success<Item[]> | Failure>>> = {
  countries: () => call(listCountries, {}),
  languages: () => call(listLanguages, {}),
  subjects: () => call(listSubjects, {}),
  'qualification-levels': () => call(listQualificationLevels, {}),
  'qualification-fields': () => call(listQualificationFields, {}),
}

const waiting: ReferenceList = { items: null, failure: null }
const lists = new Map<string, ReferenceList>()
const followers = new Set<() => void>()

/** Returns the key of the list that a field refers to; null for the states of no country. */
export function listKey(field: string, { countryId }: Content): string | null {
  const list = listOf(field)
  if (list !== 'states') return list
  return textOf(countryId) === '' ? null : `states/${countryId}`
}

function load(key: string): void {
  const [list = '', countryId = ''] = key.split('/')
  set(key, waiting)
  const answering = list === 'states' ? call(listStates, { params: { countryId } }) : loaders[list]?.()
  answering?.then((answer) =>
    set(key, answer.isSuccessful ? { items: answer.data, failure: null } : { items: null, failure: answer }),
  )
}

function set(key: string, list: ReferenceList): void {
  lists.set(key, list)
  for (const follow of followers) follow()
}

function subscribe(follow: () => void): () => void {
  followers.add(follow)
  return () => followers.delete(follow)
}

/** Returns the list as far as it is loaded, without following it. */
export function listNow(key: string | null): readonly Item[] | null {
  return (key && lists.get(key)?.items) || null
}

/** Loads a list, unless it is loaded, and follows it. */
export function useReferenceList(key: string | null): ReferenceList & { retry: () => void } {
  const list = useSyncExternalStore(
    subscribe,
    () => (key && lists.get(key)) || waiting,
    () => waiting,
  )
  useEffect(() => {
    if (key && !lists.has(key)) load(key)
  }, [key])
  const retry = useCallback(() => {
    if (key) load(key)
  }, [key])
  return { ...list, retry }
}

/**
 * Returns the id of the item that the user means. A list that is not loaded has no field, so the reference stays as it
 * was, unless it belongs to another list.
 */
export function idIn(
  key: string | null,
  typed: string | undefined,
  kept: { key: string | null; id: string },
) {
  if (key === null) return null
  const items = listNow(key)
  if (items === null) return (key === kept.key && kept.id) || null
  return findItem(items, typed ?? '')?.id ?? null
}
