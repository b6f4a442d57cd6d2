/** Gives each item of a skill portfolio an id, which tells the windows of a user which item another window changed. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SkillItem } from '@foyer/contract/profile/skill-portfolio'

type IdentifiedItem = SkillItem & { id: string }

/**
 * Returns stored items with their ids. Items that were stored without ids have the ids of their places, which the next
 * change stores.
 */
export function identified(items: readonly SkillItem[]): IdentifiedItem[] {
  return items.map((item, place) => ({ ...item, id: item.id ?? idOfPlace(place) }))
}

/**
 * Returns the items of a request with ids. Platforms may send items without ids: an item that is equal to a stored one keeps
 * its id, and any other item without an id of its own is a new one.
 */
export function identify(items: readonly SkillItem[], stored: readonly IdentifiedItem[]): IdentifiedItem[] {
  const taken = new Set(items.flatMap(({ id }) => id ?? []))
  const used = new Set<string>()
  return items.map(({ id: given, ...content }) => {
    const id = given !== undefined && !used.has(given) ? given : (idOfEqual(content) ?? randomUUID())
    used.add(id)
    return { ...content, id }
  })

  function idOfEqual(content: Omit<SkillItem, 'id'>): string | undefined {
    return stored.find(
      ({ id, ...other }) => !taken.has(id) && !used.has(id) && isDeepStrictEqual(other, content),
    )?.id
  }
}

/** A UUID in form, which need only differ from the other ids of the portfolio. */
function idOfPlace(place: number): string {
  return `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
}
