/** Writes the curated lists. With items.queries.ts the owner of the table reference_items. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { CuratedItem } from './lists/all-lists.ts'
import { nameKeyOf } from './name-key.ts'

/**
 * Adds and renames; what is missing is listed no more, but stays for what refers to it. An entry that staff added stays.
 * If the data has its name by now, the entry becomes the one of the data and keeps its id.
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
  // An addition is hidden, too, once an older entry of the data was renamed to its name.
  await sql`
    update reference_items as item set is_listed = false
    where is_listed and case when code is null
      then exists (
        select from ${given} as given where given.list = item.list and given.name_key = item.name_key)
      else not exists (select from ${given} as given where given.list = item.list and given.code = item.code)
    end`.execute(trx)
}
