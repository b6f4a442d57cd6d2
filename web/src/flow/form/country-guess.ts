/** Finds the country for a phone number without a country code: the user's choice in this tab, else a guess. */
import { readText, writeText } from '../../api/storage/browser-storage.ts'
import { countryKey } from '../../api/storage/storage-keys.ts'
import { type Country, countries } from './countries.ts'

/** Returns undefined if the user has chosen no country and the browser gives no hint. */
export function assumedCountry(): Country | undefined {
  return countryOf(readText('sessionStorage', countryKey)) ?? guessCountry()
}

/** Stores the user's choice for all forms of this tab. */
export function chooseCountry(code: string): void {
  writeText('sessionStorage', countryKey, code)
}

/** Guesses from the time zone first, because the language's region is often a default. */
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
