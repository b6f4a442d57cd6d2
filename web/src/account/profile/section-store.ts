/** Reads and stores the entries of a section of the profile. */
import { allPages } from '@foyer/contract/lists/paging'
import type { EntryContent, ListedEntry } from '@foyer/contract/profile/entries'
import { evidenceRoutes, evidenceSections } from '@foyer/contract/profile/evidences'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections } from '@foyer/contract/profile/sections'
import { keptKey } from '../../api/idempotency-key.ts'
import { callOwn } from '../../session/own-call.ts'
import type { Calls, Target } from './profile-form.tsx'
import type { EntryStore } from './use-entries.ts'

type Platform = Parameters<typeof callOwn>[0]

/** Loads the entries of a section. */
export function loadEntries(platform: Platform, name: SectionName) {
  return (signal: AbortSignal) =>
    callOwn(platform, sectionRoutes[name].list, { query: { page: String(allPages) } }, { signal })
}

export function sectionStore(platform: Platform, name: SectionName): EntryStore<ListedEntry> {
  const routes = sectionRoutes[name]
  const evidences = evidenceSections.find((section) => section === name)
  return {
    countFiles: async ({ id }) => {
      if (!evidences) return { isSuccessful: true, data: 0 }
      const { list } = evidenceRoutes[evidences]
      const answer = await callOwn(platform, list, { params: { id } })
      return answer === 'reloading' || !answer.isSuccessful ? answer : { ...answer, data: answer.data.length }
    },
    remove: ({ id }) => callOwn(platform, routes.remove, { params: { id } }),
    addAgain: (entry) =>
      callOwn(
        platform,
        routes.add,
        { body: contentIn(name, entry) },
        // The id of the deleted entry makes a repeated request add the entry once.
        { idempotencyKey: entry.id },
      ),
    order: isChangeable(name)
      ? (entries) =>
          callOwn(
            platform,
            routes.order,
            { body: { ids: entries.map(({ id }) => id) } },
            // The user sees the new order already and may leave the page.
            { keepalive: true },
          )
      : null,
  }
}

/** Returns what a form of the section adds or replaces. */
export function sectionTarget(name: SectionName, entry?: ListedEntry): Target<ListedEntry> {
  const { add, read, replace } = sectionRoutes[name]
  const key = keptKey()
  async function addNew(call: Calls, body: Record<string, string | null>) {
    const answer = await call(add, { body }, { idempotencyKey: key.of(body) })
    if (answer !== 'reloading') key.settle(answer)
    return answer
  }
  if (!entry) return { kind: 'new', add: addNew }
  const params = { id: entry.id }
  return {
    kind: 'version',
    read: (call) => call(read, { params }),
    replace: (call, body, _, version) =>
      call(replace, { params, body }, version === undefined ? {} : { ifMatch: version }),
    add: addNew,
  }
}

/** Returns what a request contains of an entry. */
function contentIn(name: SectionName, entry: ListedEntry): EntryContent {
  return Object.fromEntries(
    Object.keys(profileSections[name].fields).map((field) => [field, entry[field] ?? null]),
  )
}
