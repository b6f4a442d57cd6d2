/** Adds the country to phone numbers without a country code. Only such numbers load the table of countries. */
import { isNationalNumber, plainNumber } from '@foyer/contract/contact'

/** Returns the request's field with the country; empty if the contact needs no country or the country is unknown. */
export async function countryField(contact: string): Promise<{ countryCode?: string }> {
  if (!isNationalNumber(contact)) return {}
  const country = await assumed()
  return country ? { countryCode: country.code } : {}
}

/** Returns the contact with the assumed country: '98765 43210 in India (+91)'. */
export async function placedContact(contact: string): Promise<string> {
  const country = isNationalNumber(contact) ? await assumed() : undefined
  if (!country) return contact
  const { countryLabel } = await import('./countries.ts')
  return `${contact} in ${countryLabel(country)}`
}

/** Returns undefined if the table does not load; the service then asks for the country. */
async function assumed() {
  const module = await import('./country-guess.ts').catch(() => null)
  return module?.assumedCountry()
}

/** Adds the country code to a national number and keeps the typed grouping if possible: '098765 43210' → '+91 98765 43210'. */
export function withCountryCode(typed: string, number: string | null): string {
  const national = isNationalNumber(typed) ? plainNumber(typed) : null
  if (number === null || national === null) return typed
  for (const grouped of [national, national.replace(/^0+/, '')]) {
    const digits = grouped.replace(/\D/g, '')
    if (number.endsWith(digits)) return `${number.slice(0, -digits.length)} ${grouped}`
  }
  return number
}
