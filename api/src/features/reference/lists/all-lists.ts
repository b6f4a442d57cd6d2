/** Joins the lists of this folder. load-reference.ts imports this file only if the stored data has another version. */
import type { CuratedList } from '@foyer/contract/lists/curated-lists'
import { listCurrencies } from './currencies.ts'
import { curricula } from './curricula.ts'
import { listLanguages } from './languages.ts'
import { qualificationLevels, teachingLevels } from './levels.ts'
import type { ListItem } from './list-item.ts'
import { qualificationFields } from './qualification-fields.ts'
import { subjects } from './subjects.ts'
import { teachingRoles } from './teaching-roles.ts'

export type CuratedItem = ListItem & { list: CuratedList; position: number | null }

/**
 * Lists the entries of every list. The entries of level lists have a position, because their order is not alphabetical.
 */
export function listCuratedItems(): CuratedItem[] {
  return [
    ...byName('languages', listLanguages()),
    ...byName('currencies', listCurrencies()),
    ...byName('subjects', subjects),
    ...byName('curricula', curricula),
    ...byName('teaching-roles', teachingRoles),
    ...byName('qualification-fields', qualificationFields),
    ...inOrder('qualification-levels', qualificationLevels),
    ...inOrder('teaching-levels', teachingLevels),
  ]
}

function byName(list: CuratedList, items: readonly ListItem[]): CuratedItem[] {
  return items.map((item) => ({ ...item, list, position: null }))
}

function inOrder(list: CuratedList, items: readonly ListItem[]): CuratedItem[] {
  return items.map((item, index) => ({ ...item, list, position: index + 1 }))
}
