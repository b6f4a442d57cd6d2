/** Reads countries and states, which only store-countries.ts writes. */
import type { Country, State } from '@foyer/contract/routes/reference'
import type { Db } from '../../kernel/db/connect.ts'
import { compareNames } from './compare-names.ts'

export async function listCountryRows(db: Db): Promise<Country[]> {
  const rows = await db
    .selectFrom('countries')
    .select(['id', 'name', 'iso2', 'iso3', 'diallingCode', 'flag'])
    .where('isListed', '=', true)
    .execute()
  return rows.sort(compareNames)
}

/** Returns null for an unknown country, and an empty list for a country without states. */
export async function listStateRows(db: Db, countryId: string): Promise<State[] | null> {
  const rows = await db
    .selectFrom('countries')
    .leftJoin('states', (join) =>
      join.onRef('states.countryId', '=', 'countries.id').on('states.isListed', '=', true),
    )
    .select(['states.id', 'states.name', 'states.code'])
    .where('countries.id', '=', countryId)
    .where('countries.isListed', '=', true)
    .execute()
  if (rows.length === 0) return null
  return rows
    .flatMap(({ id, name, code }) =>
      id !== null && name !== null && code !== null ? [{ id, name, code }] : [],
    )
    .sort(compareNames)
}
