/** Loads the schools that a verifier has chosen to see. */
import { type SchoolStatus, schoolStatuses } from '@foyer/contract/school-types'
import type { ListedSchool, School } from '@foyer/contract/schools/school-fields'
import { listSchools } from '@foyer/contract/schools/school-routes'
import { useEffect, useState } from 'react'
import { fetchWithTotal } from '../../api/fetch-with-total.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import { usePagedList } from '../use-paged-list.ts'

/** An empty text stands for no choice. */
export type QueueFilter = { search: string; status: SchoolStatus | ''; countryId: string }

/** The next schools are loaded when so few are left behind the open one. */
const fewLeft = 3

/** `user` is the id of the signed-in user; an empty text loads nothing. */
export function useSchoolQueue(user: string, leaveIfEnded: (sentence: string) => boolean) {
  const { platform } = usePage()
  const [filter, setFilter] = useState<QueueFilter>(waitingSchools)
  /** The number of schools that fit the filter; null until the service has told it. */
  const [total, setTotal] = useState<number | null>(null)
  // The page is rendered without an address.
  useEffect(() => setFilter(filterIn(new URLSearchParams(location.search))), [])
  const { search, status, countryId } = filter
  const list = usePagedList<ListedSchool>(
    user && JSON.stringify([user, filter]),
    (paging, signal) => {
      const query = {
        ...paging,
        order: orderOf(status),
        ...(search && { search }),
        ...(status && { status }),
        ...(countryId && { countryId }),
      }
      return callOwn(platform, listSchools, { query }, { signal, request: fetchWithTotal(setTotal) })
    },
    leaveIfEnded,
  )
  return { ...list, filter, total, choose, nextOf, update }

  /** Keeps the choice in the address, so that a reload shows the same list. */
  function choose(change: Partial<QueueFilter>): void {
    const chosen = { ...filter, ...change }
    setFilter(chosen)
    setTotal(null)
    history.replaceState(history.state, '', addressWith(chosen))
  }

  /** Returns the school after this one in the list of waiting schools. */
  function nextOf(id: string): ListedSchool | null {
    const index = list.listed.findIndex((one) => one.id === id)
    return index < 0 || status !== 'unverified' ? null : (list.listed[index + 1] ?? null)
  }

  /** Shows the decision on a school in the list. Returns the next school that waits; null in any other list. */
  function update(school: School): ListedSchool | null {
    const { listed } = list
    const index = listed.findIndex(({ id }) => id === school.id)
    if (index < 0) return null
    if (status === '' || status === school.status) {
      list.setListed(listed.map((one) => (one.id === school.id ? { ...one, status: school.status } : one)))
      return null
    }
    const next = nextOf(school.id)
    list.remove(school.id)
    setTotal(total === null ? null : Math.max(0, total - 1))
    if (list.hasMore && listed.length - index <= fewLeft) list.loadMore()
    // The search has found what it was for.
    if (listed.length === 1 && search) choose({ search: '' })
    return next
  }
}

const waitingSchools: QueueFilter = { search: '', status: 'unverified', countryId: '' }
/** The names of the filter in the address. 'all' stands for every status. */
const names = { search: 'search', status: 'status', countryId: 'country' } as const

function filterIn(query: URLSearchParams): QueueFilter {
  const status = query.get(names.status)
  return {
    search: query.get(names.search) ?? '',
    status: status === 'all' ? '' : (schoolStatuses.find((one) => one === status) ?? 'unverified'),
    countryId: query.get(names.countryId) ?? '',
  }
}

function addressWith({ search, status, countryId }: QueueFilter): string {
  const { pathname, hash } = location
  const query = new URLSearchParams(location.search)
  const chosen = { [names.search]: search, [names.status]: status || 'all', [names.countryId]: countryId }
  for (const [name, value] of Object.entries(chosen)) {
    if (value && value !== waitingSchools.status) query.set(name, value)
    else query.delete(name)
  }
  return `${pathname}?${query}${hash}`
}

/** Waiting schools are listed by their wait, all others by name. */
export function orderOf(status: QueueFilter['status']): 'waiting' | 'name' {
  return status === 'unverified' ? 'waiting' : 'name'
}

export type Queue = ReturnType<typeof useSchoolQueue>
