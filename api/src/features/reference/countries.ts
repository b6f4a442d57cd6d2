/**
 * Lists the countries with their states, from packages: country codes from countries-list, states from
 * country-region-data, calling codes from libphonenumber, and names from Node's Intl, like the country field of phone
 * numbers (docs/decisions/schools.md). load-reference.ts imports this file only if the stored data has another version.
 */
import { countries, getCountryDataList, getEmojiFlag, type TCountryCode } from 'countries-list'
import { allCountries } from 'country-region-data'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'

export type Country = {
  iso2: string
  iso3: string
  name: string
  diallingCode: string | null
  flag: string
  states: { code: string; name: string }[]
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const regions = new Map(allCountries.map(([, iso2, states]) => [iso2 as string, states]))

/** Lists every country, sorted by code. */
export function countriesWithStates(): Country[] {
  return getCountryDataList()
    .filter(({ iso2 }) => !reserved.includes(iso2))
    .map(({ iso2, iso3 }) => ({
      iso2,
      iso3,
      name: countryNames.of(iso2) ?? countries[iso2].name,
      diallingCode: isSupportedCountry(iso2) ? `+${getCountryCallingCode(iso2)}` : null,
      flag: getEmojiFlag(iso2),
      states: statesOf(iso2),
    }))
    .sort((a, b) => (a.iso2 < b.iso2 ? -1 : 1))
}

/** Ascension and Tristan da Cunha: ISO 3166-1 reserves their codes, and lists them as parts of Saint Helena. */
const reserved: readonly TCountryCode[] = ['AC', 'TA']

/**
 * Returns the states that have a code; the others are villages and islands of small territories, some misspelt. A
 * country whose only state is the country itself has no choice of state.
 */
function statesOf(iso2: string): Country['states'] {
  const states = (regions.get(iso2) ?? []).filter(([, code]) => code !== missingCode)
  if (states.length < 2) return []
  return states.map(([name, code]) => ({ code, name })).sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** The package writes this text for a missing code. */
const missingCode = 'undefined'
