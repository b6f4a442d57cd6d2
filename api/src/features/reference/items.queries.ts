/** Reads the curated lists, which only store-items.ts and add-item.ts write. */
import type { CuratedItems, CuratedList } from '@foyer/contract/lists/curated-lists'
import type { Db } from '../../kernel/db/connect.ts'
import { compareNames } from './compare-names.ts'

/** Lists the entries in the list's order: by position, then by name; additions by staff come last. */
export async function listItemRows<L extends CuratedList>(db: Db, list: L): Promise<CuratedItems[L][]> {
  const rows = await db
    .selectFrom('referenceItems')
    .select(['id', 'name', 'position', 'details'])
    .where('list', '=', list)
    .where('isListed', '=', true)
    .execute()
  return rows.sort((a, b) => placeOf(a) - placeOf(b) || compareNames(a, b)).map((row) => itemOf(list, row))
}

export async function findItem<L extends CuratedList>(
  db: Db,
  list: L,
  id: string,
): Promise<CuratedItems[L] | null> {
  const row = await db
    .selectFrom('referenceItems')
    .select(['id', 'name', 'details'])
    .where('list', '=', list)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? itemOf(list, row) : null
}

type Row = { id: string; name: string; details: Record<string, string | number | null> }

/** The files in lists/ define the further fields; the schema of the route checks them. */
function itemOf<L extends CuratedList>(list: L, { id, name, details }: Row): CuratedItems[L] {
  return { ...withoutDetails[list], id, name, ...details } as unknown as CuratedItems[L]
}

function placeOf({ position }: { position: number | null }): number {
  return position ?? Number.MAX_SAFE_INTEGER
}

/** The further fields of an entry that staff added. */
const withoutDetails: Readonly<Partial<Record<CuratedList, Record<string, null>>>> = {
  curricula: { countryCode: null },
  'teaching-levels': { iscedLevel: null },
  'qualification-fields': { code: null, broadField: null },
}
