/** Writes countries and states; no other file writes these tables. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Country } from './countries.ts'

/**
 * Adds and renames countries and states. A row that the data lacks is no longer listed, but remains for the schools
 * that refer to it.
 */
export async function storeCountries(trx: Db, given: readonly Country[]): Promise<void> {
  const countries = JSON.stringify(given.map(({ states: _, ...country }) => country))
  const states = JSON.stringify(
    given.flatMap(({ iso2, states }) => states.map((state) => ({ iso2, ...state }))),
  )
  await sql`
    with given as (
      select * from jsonb_to_recordset(${countries}::jsonb)
        as place ("iso2" text, "iso3" text, "name" text, "diallingCode" text, "flag" text)
    ), unlisted as (
      update countries set is_listed = false where iso2 not in (select iso2 from given)
    )
    insert into countries (iso2, iso3, name, dialling_code, flag)
    select iso2, iso3, name, "diallingCode", flag from given
    on conflict (iso2) do update set iso3 = excluded.iso3, name = excluded.name,
      dialling_code = excluded.dialling_code, flag = excluded.flag, is_listed = true`.execute(trx)
  await sql`
    with given as (
      select countries.id as country_id, place.code, place.name
      from jsonb_to_recordset(${states}::jsonb) as place (iso2 text, code text, name text)
      join countries using (iso2)
    ), unlisted as (
      update states set is_listed = false where (country_id, code) not in (select country_id, code from given)
    )
    insert into states (country_id, code, name) select country_id, code, name from given
    on conflict (country_id, code) do update set name = excluded.name, is_listed = true`.execute(trx)
}
