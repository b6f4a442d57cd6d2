/** Finds the country that a phone number without a country code is read in: the user's choice in this tab, else a guess. */
import { readText, writeText } from '../../api/storage/browser-storage.ts'
import { countryKey } from '../../api/storage/storage-keys.ts'
import { type Country, countries } from './countries.ts'

/** Returns undefined where the user has chosen none and the browser gives no hint. */
export function assumedCountry(): Country | undefined {
  return countryOf(readText('sessionStorage', countryKey)) ?? guessCountry()
}

/** Keeps the user's choice for every form of this tab. */
export function chooseCountry(code: string): void {
  writeText('sessionStorage', countryKey, code)
}

/** The time zone counts first: the language's region is often a default. */
function guessCountry(): Country | undefined {
  const city = Intl.DateTimeFormat().resolvedOptions().timeZone?.split('/').at(-1) ?? ''
  return countries.find(({ cities }) => cities.includes(city)) ?? countryOf(regionOf(navigator.language))
}

function countryOf(wanted: string | null): Country | undefined {
  return countries.find(({ code }) => code === wanted)
}

function regionOf(language: string): string | null {
  const region = /-([a-z]{2})(?:-|$)/i.exec(language)?.[1]
  return region?.toUpperCase() ?? null
}
