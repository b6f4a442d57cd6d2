/** Writes the curated lists of a release. Only this file and add-item.ts write the table reference_items. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { CuratedItem } from './lists/all-lists.ts'
import { nameKeyOf } from './name-key.ts'

/**
 * Adds and renames entries. An entry that the data lacks is no longer listed, but remains for the records that refer to
 * it. Entries that staff added remain. If the data now contains the name of such an entry, the data adopts the entry
 * with its id.
 */
export async function storeItems(trx: Db, items: readonly CuratedItem[]): Promise<void> {
  const rows = items.map((item) => ({ ...item, details: item.details ?? {}, name_key: nameKeyOf(item.name) }))
  const given = sql`(
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as item (list text, code text, name text, name_key text, position int, details jsonb)
  )`
  await sql`
    update reference_items as added set code = given.code
    from ${given} as given
    where added.code is null and added.list = given.list and added.name_key = given.name_key
      and not exists (
        select from reference_items as other where other.list = given.list and other.code = given.code)`.execute(
    trx,
  )
  await sql`
    insert into reference_items (list, code, name, name_key, position, details)
    select list, code, name, name_key, position, details from ${given} as given
    on conflict (list, code) do update set name = excluded.name, name_key = excluded.name_key,
      position = excluded.position, details = excluded.details, is_listed = true`.execute(trx)
  // Also hides an addition whose name an older entry of the data now has.
  await sql`
    update reference_items as item set is_listed = false
    where is_listed and case when code is null
      then exists (
        select from ${given} as given where given.list = item.list and given.name_key = item.name_key)
      else not exists (select from ${given} as given where given.list = item.list and given.code = item.code)
    end`.execute(trx)
}
