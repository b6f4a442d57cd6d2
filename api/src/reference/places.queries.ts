/** Reads countries and states. With load-reference.ts the owner of the tables countries, states and reference_lists. */
import type { Country, State } from '@foyer/contract/routes/reference'
import type { Db } from '../db/connect.ts'

/** The order of names that English readers expect: Åland Islands stands beside Albania. */
const { compare } = new Intl.Collator('en')

export async function listCountryRows(db: Db): Promise<Country[]> {
  const rows = await db
    .selectFrom('countries')
    .select(['id', 'name', 'iso2', 'iso3', 'diallingCode', 'flag'])
    .where('isListed', '=', true)
    .execute()
  return rows.sort((a, b) => compare(a.name, b.name))
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
    .sort((a, b) => compare(a.name, b.name))
}
