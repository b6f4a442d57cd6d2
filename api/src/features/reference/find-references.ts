/** Finds the entries of reference data to which records of users and schools refer by id. */
import type { ReferenceList } from '@foyer/contract/lists/curated-lists'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** The id in a record, and the list that must contain the id. */
type Reference = {
  list: ReferenceList
  id: string
  /** The country to which a state must belong. */
  countryId?: string | null
}

/**
 * Returns the references whose entry does not exist, with at most one query. An entry that is no longer listed still
 * exists, so a record with that entry can be edited.
 */
export async function missingReferences<R extends Reference>(db: Db, references: readonly R[]): Promise<R[]> {
  if (references.length === 0) return []
  const given = JSON.stringify(
    references.map(({ list, id, countryId }, index) => ({ index, list, id, country_id: countryId ?? null })),
  )
  const { rows } = await sql<{ index: number }>`
    select given.index
    from jsonb_to_recordset(${given}::jsonb) as given (index int, list text, id uuid, country_id uuid)
    where case given.list
      when 'countries' then not exists (select from countries where countries.id = given.id)
      when 'states' then not exists (
        select from states where states.id = given.id
          and (given.country_id is null or states.country_id = given.country_id))
      else not exists (
        select from reference_items where reference_items.id = given.id and reference_items.list = given.list)
    end`.execute(db)
  const missing = new Set(rows.map(({ index }) => index))
  return references.filter((_, index) => missing.has(index))
}

/** Returns the names of entries by id, with one query; unknown ids are missing from the result. */
export async function referenceNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from countries where id = any(${ids}::uuid[])
    union all select id, name from states where id = any(${ids}::uuid[])
    union all select id, name from reference_items where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
