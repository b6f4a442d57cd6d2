/**
 * Reads and stores the items of a skill portfolio. The service replaces a portfolio as a whole, so each change reads the
 * newest version, changes only its own item, and is refused if another window was faster.
 */
import type { Platform } from '@foyer/contract/platforms'
import {
  getSkillPortfolio,
  putSkillPortfolio,
  type SkillItem,
  type SkillPortfolio,
} from '@foyer/contract/profile/skill-portfolio'
import { blankFailure, type Failure, type Success } from '../../api/failure.ts'
import { callOwn } from '../../session/own-call.ts'
import { type Calls, changedElsewhere, type Target } from '../profile/profile-form.tsx'
import { type EntryStore, listChanged } from '../profile/use-entries.ts'
import { isSame, itemFrom, type ShownItem, shownItem } from './portfolio-items.ts'

type Answered<T> = Promise<Success<T> | Failure | 'reloading'>

const gone: Failure = { ...blankFailure, statusCode: 404, errors: { code: 'not-found' } }

function callsOf(platform: Platform): Calls {
  return (route, given, options) => callOwn(platform, route, given, options)
}

/** Loads the items of the portfolio. */
export function loadItems(platform: Platform) {
  return async (signal: AbortSignal): Answered<readonly ShownItem[]> => {
    const answer = await callOwn(platform, getSkillPortfolio, {}, { signal })
    if (answer === 'reloading' || !answer.isSuccessful) return answer
    return { ...answer, data: answer.data.items.map(shownItem) }
  }
}

/** Changes the newest version of the portfolio. */
export async function changePortfolio(
  call: Calls,
  change: (current: SkillPortfolio) => Partial<SkillPortfolio> | Failure,
): Answered<SkillPortfolio> {
  const current = await call(getSkillPortfolio, {})
  if (current === 'reloading' || !current.isSuccessful) return current
  const changed = change(current.data)
  if ('isSuccessful' in changed) return changed
  const { version } = current
  return call(
    putSkillPortfolio,
    { body: { ...current.data, ...changed } },
    version === undefined ? {} : { ifMatch: version },
  )
}

/** Adds an item as the last one. A repeated request finds the item and adds none. */
export async function addItem(call: Calls, item: SkillItem): Answered<ShownItem> {
  const added = shownItem(item, 0)
  const isAdded = (one: SkillItem) => isSame(shownItem(one, 0), added)
  const answer = await changePortfolio(call, ({ items }) =>
    items.some(isAdded) ? {} : { items: [...items, item] },
  )
  if (answer === 'reloading' || !answer.isSuccessful) return answer
  const { items } = answer.data
  const place = items.findLastIndex(isAdded)
  return { ...answer, data: shownItem(items[place] ?? item, place) }
}

/** Returns the item with this id as it is stored now, and its place. */
function findNow({ items }: SkillPortfolio, id: string): { place: number; item: ShownItem } | null {
  const shown = items.map(shownItem)
  const place = shown.findIndex((item) => item.id === id)
  const item = shown[place]
  return item ? { place, item } : null
}

/** Stores what the list of items changes. */
export function portfolioStore(platform: Platform): EntryStore<ShownItem> {
  const call = callsOf(platform)
  return {
    // The files of handed-in work stay with it.
    countFiles: async () => ({ isSuccessful: true, data: 0 }),
    remove: (entry) =>
      changePortfolio(call, (current) => {
        const now = findNow(current, entry.id)
        if (!now) return gone
        return isSame(now.item, entry) ? { items: current.items.toSpliced(now.place, 1) } : listChanged
      }),
    addAgain: async (entry) => {
      const item = itemFrom(entry, entry.submissionId)
      return 'isSuccessful' in item ? item : addItem(call, item)
    },
    order: (entries) =>
      changePortfolio(call, ({ items }) => {
        const stored = new Map(items.map((item, place) => [shownItem(item, place).id, item]))
        const ordered = entries.flatMap(({ id }) => stored.get(id) ?? [])
        const isSameList = ordered.length === entries.length && ordered.length === items.length
        return isSameList ? { items: ordered } : listChanged
      }),
  }
}

/** Returns what the form of an item replaces, or what the form of a new one adds. */
export function itemTarget(entry?: ShownItem): Target<ShownItem> {
  const submissionId = entry?.submissionId ?? null
  async function add(call: Calls, body: Record<string, string | null>): Answered<ShownItem> {
    const item = itemFrom(body, submissionId)
    return 'isSuccessful' in item ? item : addItem(call, item)
  }
  if (!entry) return { kind: 'new', add }
  return {
    kind: 'version',
    read: async (call) => {
      const answer = await call(getSkillPortfolio, {})
      if (answer === 'reloading' || !answer.isSuccessful) return answer
      const now = findNow(answer.data, entry.id)
      return now ? { ...answer, data: now.item } : gone
    },
    replace: async (call, body, expected) => {
      const item = itemFrom(body, submissionId)
      if ('isSuccessful' in item) return item
      const answer = await changePortfolio(call, (current) => {
        const now = findNow(current, entry.id)
        if (!now) return gone
        if (!isSame(now.item, expected)) return changedElsewhere
        const changed = { ...current.items[now.place], ...item }
        return { items: current.items.with(now.place, changed) }
      })
      if (answer === 'reloading' || !answer.isSuccessful) return answer
      const saved = findNow(answer.data, entry.id)
      return saved ? { ...answer, data: saved.item } : gone
    },
    add,
  }
}
