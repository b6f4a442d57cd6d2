/** What a person typed, turned into the one form that is compared and stored. */
import { domainToASCII } from 'node:url'
import { email as emailField } from '@foyer/contract/fields'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'

export type Contact =
  | { medium: 'email'; key: string; address: string }
  | { medium: 'phone'; number: string }
  /** A phone number in national form whose country nobody named. */
  | { medium: 'national-phone' }

/** Email address or phone number in any usual form; null for neither. */
export function readContact(typed: string, countryCode?: string): Contact | null {
  const identifier = typed.normalize('NFKC').trim()
  if (identifier.includes('@')) {
    const key = emailKey(identifier)
    return key ? { medium: 'email', key, address: identifier } : null
  }
  // Numbers are copied with marks of direction around them, and with dashes of all lengths.
  const number = identifier.replace(/\p{Cf}/gu, '').replace(/\p{Pd}/gu, '-')
  if (!/^\(?[+\d][\d\s().\-/]*$/.test(number)) return null
  const international = number.replace(/^\(?(\+|00)/, '+')
  const isNational = !international.startsWith('+')
  if (isNational && !(countryCode && isSupportedCountry(countryCode))) return { medium: 'national-phone' }
  const parsed = parsePhoneNumberFromString(
    international,
    isNational ? (countryCode as CountryCode) : undefined,
  )
  return parsed?.isValid() ? { medium: 'phone', number: parsed.number } : null
}

/** The country of a number in E.164, ISO 3166-1 alpha-2; null where it belongs to none. */
export function countryOf(number: string): string | null {
  return parsePhoneNumberFromString(number)?.country ?? null
}

/** NFKC, trimmed, checked, the domain in ASCII, all in lower case; null for what is no address. */
export function emailKey(typed: string): string | null {
  const address = typed.normalize('NFKC').trim()
  if (!v.is(emailField, address)) return null
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  const key = `${address.slice(0, at)}@${domain}`.toLowerCase()
  // Some hosts turn into something else in ASCII, numbers into an address: what comes out must be an address still.
  return v.is(emailField, key) && !/@[\d.]+$/.test(key) ? key : null
}
