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
import { isShown, itemFrom, placeIn, type ShownItem, shownItem, shownItems } from './portfolio-items.ts'

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
    return { ...answer, data: shownItems(answer.data.items) }
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
  const shown = shownItem(item, crypto.randomUUID())
  const answer = await changePortfolio(call, ({ items }) =>
    items.some((one) => isShown(one, shown)) ? {} : { items: [...items, item] },
  )
  return answer === 'reloading' || !answer.isSuccessful ? answer : { ...answer, data: shown }
}

/** Stores what the list of items changes. */
export function portfolioStore(platform: Platform): EntryStore<ShownItem> {
  const call = callsOf(platform)
  return {
    // The files of handed-in work stay with it.
    countFiles: async () => ({ isSuccessful: true, data: 0 }),
    remove: (entry) =>
      changePortfolio(call, ({ items }) => {
        const place = items.findIndex((item) => isShown(item, entry))
        return place < 0 ? gone : { items: items.toSpliced(place, 1) }
      }),
    addAgain: async (entry) => {
      const item = itemFrom(entry, entry.submissionId)
      return 'isSuccessful' in item ? item : addItem(call, item)
    },
    order: (entries) =>
      changePortfolio(call, ({ items }) => {
        const left = [...items]
        const ordered = entries.flatMap((entry) => {
          const place = left.findIndex((item) => isShown(item, entry))
          return place < 0 ? [] : left.splice(place, 1)
        })
        const isSameList = left.length === 0 && ordered.length === entries.length
        return isSameList ? { items: ordered } : listChanged
      }),
  }
}

/** Returns what the form of an item replaces, or what the form of a new one adds. */
export function itemTarget(before: readonly ShownItem[], entry?: ShownItem): Target<ShownItem> {
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
      const { items } = answer.data
      const item = items[placeIn(items, entry, before)]
      return item ? { ...answer, data: shownItem(item, entry.id) } : gone
    },
    replace: async (call, body, current) => {
      const item = itemFrom(body, submissionId)
      if ('isSuccessful' in item) return item
      const answer = await changePortfolio(call, ({ items }) => {
        const place = items.findIndex((one) => isShown(one, current))
        return place < 0 ? changedElsewhere : { items: items.with(place, item) }
      })
      if (answer === 'reloading' || !answer.isSuccessful) return answer
      return { ...answer, data: shownItem(item, entry.id) }
    },
    add,
  }
}
