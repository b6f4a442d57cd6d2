/** Lists, adds, changes, removes and orders the entries of a section of a user's own profile. */
import type { EntryContent, ListedEntry } from '@foyer/contract/profile/entries'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { profileSections, type Section, sectionMax } from '@foyer/contract/profile/sections'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { checkReferences } from './check-references.ts'
import {
  addItem,
  countItemBytes,
  findItem,
  listItems,
  orderItems,
  removeItem,
  replaceItem,
} from './profile-items.ts'
import type { ProfileItem } from './profiles.ts'

type Change = { section: SectionName; caller: Caller }
type NoteMade = (trx: Db, madeId: string) => Promise<void>

export function asEntry({ id, data, position, createdAt, updatedAt }: ProfileItem): ListedEntry {
  return {
    id,
    ...data,
    position,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  } as ListedEntry
}

export async function readEntry(
  { db }: Services,
  { section, caller, id }: Change & { id: string },
): Promise<ListedEntry> {
  return asEntry(found(await findItem(db, { userId: caller.userId, section, id })))
}

export async function addEntry(
  services: Services,
  { section, caller, body, noteMade }: Change & { body: EntryContent; noteMade: NoteMade },
): Promise<ListedEntry> {
  const { userId } = caller
  return changeAsUser(services, caller, async (trx) => {
    const items = await listItems(trx, { userId, section })
    if (items.length >= sectionMax) throw new Failure('list-full')
    requireNew(section, items, body)
    await checkReferences(trx, body)
    const position = (items.at(-1)?.position ?? 0) + 1
    const added = await requireRoom(trx, { userId, body }, () =>
      addItem(trx, { userId, section, position, data: body }),
    )
    await noteMade(trx, added.id)
    return asEntry(added)
  })
}

type Replacement = Change & { id: string; body: EntryContent; requireMatch(current: ListedEntry): void }

export async function replaceEntry(
  services: Services,
  { section, caller, id, body, requireMatch }: Replacement,
): Promise<ListedEntry> {
  const { userId } = caller
  return changeAsUser(services, caller, async (trx) => {
    const items = await listItems(trx, { userId, section })
    requireMatch(asEntry(found(items.find((item) => item.id === id))))
    requireNew(
      section,
      items.filter((item) => item.id !== id),
      body,
    )
    await checkReferences(trx, body)
    return asEntry(
      await requireRoom(trx, { userId, body }, () => replaceItem(trx, { userId, id, data: body })),
    )
  })
}

export async function removeEntry(
  services: Services,
  { section, caller, id }: Change & { id: string },
): Promise<undefined> {
  await changeAsUser(services, caller, async (trx) => {
    if (!(await removeItem(trx, { userId: caller.userId, section, id }))) throw new Failure('not-found')
  })
  return undefined
}

export async function orderEntries(
  services: Services,
  { section, caller, ids }: Change & { ids: readonly string[] },
): Promise<undefined> {
  const place = { userId: caller.userId, section }
  await changeAsUser(services, caller, async (trx) => {
    const items = await listItems(trx, place)
    const given = new Set(ids)
    if (given.size !== ids.length || given.size !== items.length || !items.every(({ id }) => given.has(id)))
      throw new Failure('invalid-request', { fields: { ids: 'Name every entry of the section once' } })
    await orderItems(trx, place, ids)
  })
  return undefined
}

function found<T>(item: T | undefined): T {
  if (item === undefined) throw new Failure('not-found')
  return item
}

/**
 * Profiles are read as a whole, also by the public. At this size an answer takes about 5 ms of the main thread; eighty
 * entries with a page of text each fit. One entry is smaller than 64 kB, the limit of a request.
 */
const profileMaxBytes = 262_144

const full = 'Your profile is full. Shorten this text, or remove an entry that you no longer need.'

/**
 * Runs a change of an entry. Throws `list-full`, at the entry's longest text, if the profile has grown and is now too
 * large.
 */
async function requireRoom<T>(
  trx: Db,
  { userId, body }: { userId: string; body: EntryContent },
  change: () => Promise<T>,
): Promise<T> {
  const before = await countItemBytes(trx, userId)
  const changed = await change()
  const after = await countItemBytes(trx, userId)
  if (after > profileMaxBytes && after > before)
    throw new Failure('list-full', { detail: full, fields: { [longestField(body)]: full } })
  return changed
}

function longestField(body: EntryContent): string {
  const lengths = Object.entries(body).map(([name, value]) => ({ name, length: String(value ?? '').length }))
  return lengths.reduce((longest, one) => (one.length > longest.length ? one : longest)).name
}

/** Throws `entry-exists` if the section has a key field and another entry has the same value in that field. */
function requireNew(section: SectionName, items: readonly ProfileItem[], { ...content }: EntryContent): void {
  const { key }: Section = profileSections[section]
  if (key === undefined) return
  const folded = (value: unknown) => String(value).toLowerCase()
  if (items.some(({ data }) => folded(data[key]) === folded(content[key]))) throw new Failure('entry-exists')
}
