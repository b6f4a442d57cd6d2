/** Limits the pages of lists: the rows that a query reads for a page, and the number of entries in one answer. */
import { allPages, listAllMax } from '@foyer/contract/lists/paging'
import type { Page } from '@foyer/contract/routes/route'
import { Failure } from '../failure.ts'

export type Asked = { page: number; pageSize: number }

/** Returns the rows that a query reads: those of the page, or for all pages the maximum of one answer. */
export function rowsOfPage({ page, pageSize }: Asked): { limit: number; offset: number } {
  return page === allPages
    ? { limit: listAllMax, offset: 0 }
    : { limit: pageSize, offset: (page - 1) * pageSize }
}

/** Returns a page of a list that is short enough for one statement to read whole. */
export function pageOf<T>(all: T[], { page, pageSize }: Asked): Page<T> {
  const total = all.length
  if (page === allPages) return { items: all, page, pageSize: total, total }
  return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total }
}

/** Throws `invalid-request` at `page` if the caller asks for all entries and there are too many for one answer. */
export function asPage<T>(
  { page, pageSize }: Asked,
  { items, total }: { items: T[]; total: number },
): Page<T> {
  if (page !== allPages) return { items, page, pageSize, total }
  if (total > listAllMax)
    throw new Failure('invalid-request', {
      fields: { page: 'There are too many for one answer. Ask for one page at a time.' },
    })
  return { items, page, pageSize: total, total }
}
