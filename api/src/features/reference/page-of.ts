/** Returns one page of a list that is read whole, or all of it for page -1: reference lists are short. */
import { allPages } from '@foyer/contract/lists/paging'
import type { Page } from '@foyer/contract/routes/route'

/** The query of a list (lists/paging.ts). */
export type PageWanted = { page: number; pageSize: number }

export function pageOf<T>(items: T[], { page, pageSize }: PageWanted): Page<T> {
  const total = items.length
  if (page === allPages) return { items, page, pageSize: total, total }
  return { items: items.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total }
}
