/** Completes phone numbers that lack their country code. The table of countries is loaded only for such numbers. */
import { isNationalNumber, plainNumber } from '@foyer/contract/contact'

/** Returns the field of a request that names the country; empty where the contact needs none or none is known. */
export async function countryField(contact: string): Promise<{ countryCode?: string }> {
  if (!isNationalNumber(contact)) return {}
  const country = await assumed()
  return country ? { countryCode: country.code } : {}
}

/** Names the contact with the country that it is read in: '98765 43210 in India (+91)'. */
export async function placedContact(contact: string): Promise<string> {
  const country = isNationalNumber(contact) ? await assumed() : undefined
  if (!country) return contact
  const { countryLabel } = await import('./countries.ts')
  return `${contact} in ${countryLabel(country)}`
}

/** Without the table the service asks for the country. */
async function assumed() {
  const module = await import('./country-guess.ts').catch(() => null)
  return module?.assumedCountry()
}

/** Writes a national number with its country code, grouped as typed where that fits: '098765 43210' → '+91 98765 43210'. */
export function withCountryCode(typed: string, number: string | null): string {
  const national = isNationalNumber(typed) ? plainNumber(typed) : null
  if (number === null || national === null) return typed
  for (const grouped of [national, national.replace(/^0+/, '')]) {
    const digits = grouped.replace(/\D/g, '')
    if (number.endsWith(digits)) return `${number.slice(0, -digits.length)} ${grouped}`
  }
  return number
}
