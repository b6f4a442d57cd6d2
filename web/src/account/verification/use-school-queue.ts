/** Loads the schools that a verifier has chosen to see. */
import type { SchoolStatus } from '@foyer/contract/school-types'
import type { ListedSchool, School } from '@foyer/contract/schools/school-fields'
import { listSchools } from '@foyer/contract/schools/school-routes'
import { useState } from 'react'
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
  const [filter, setFilter] = useState<QueueFilter>({ search: '', status: 'unverified', countryId: '' })
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
      return callOwn(platform, listSchools, { query }, { signal })
    },
    leaveIfEnded,
  )
  return { ...list, filter, choose, update }

  function choose(change: Partial<QueueFilter>): void {
    setFilter({ ...filter, ...change })
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
    list.remove(school.id)
    if (list.hasMore && listed.length - index <= fewLeft) list.loadMore()
    return status === 'unverified' ? (listed[index + 1] ?? null) : null
  }
}

/** Waiting schools are listed by their wait, all others by name. */
export function orderOf(status: QueueFilter['status']): 'waiting' | 'name' {
  return status === 'unverified' ? 'waiting' : 'name'
}

export type Queue = ReturnType<typeof useSchoolQueue>
