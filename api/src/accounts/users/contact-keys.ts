/** What a person typed, turned into the one form that is compared and stored. */
import { domainToASCII } from 'node:url'
import { type Contact, channelOf } from '@foyer/contract/contact'
import { email as emailField } from '@foyer/contract/fields'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'

/** An email address in its normalised form, which is stored, shown and mailed. */
export type EmailContact = Extract<Contact, { channel: 'email' }> & {
  /** Identifies the mailbox: equal for two spellings of one address. */
  key: string
}

/** A contact as the user typed it. `number` is null for a national phone number without a country. */
export type TypedContact = EmailContact | { channel: 'sms'; number: string | null }

/** Email address or phone number in any usual form; null for neither. */
export function readContact(typed: string, countryCode?: string): TypedContact | null {
  const identifier = typed.normalize('NFKC').trim()
  if (channelOf(identifier) === 'email') return readEmail(identifier)
  // Numbers are copied with marks of direction around them, and with dashes of all lengths.
  const number = identifier.replace(/\p{Cf}/gu, '').replace(/\p{Pd}/gu, '-')
  if (!/^\(?[+\d][\d\s().\-/]*$/.test(number)) return null
  const international = number.replace(/^\(?(\+|00)/, '+')
  const isNational = !international.startsWith('+')
  if (isNational && !(countryCode && isSupportedCountry(countryCode))) return { channel: 'sms', number: null }
  const parsed = parsePhoneNumberFromString(
    international,
    isNational ? (countryCode as CountryCode) : undefined,
  )
  return parsed?.isValid() ? { channel: 'sms', number: parsed.number } : null
}

/** The country of a number in E.164, ISO 3166-1 alpha-2; null where it belongs to none. */
export function countryOf(number: string): string | null {
  return parsePhoneNumberFromString(number)?.country ?? null
}

/**
 * Normalises an address: NFKC, the domain in ASCII (UTS 46). Returns null for what is no address. An address that a new
 * account may not have still reads here, so that accounts from before that rule can sign in (email-rules.ts).
 */
export function readEmail(typed: string): EmailContact | null {
  const given = typed.normalize('NFKC').trim()
  if (!v.is(emailField, given) || /\p{C}/u.test(given)) return null
  const at = given.lastIndexOf('@')
  const address = `${given.slice(0, at)}@${domainToASCII(given.slice(at + 1))}`
  // Some hosts turn into something else in ASCII, numbers into an address: what comes out must be an address still.
  if (!v.is(emailField, address) || /@[\d.]+$/.test(address)) return null
  return { channel: 'email', key: foldSigma(spelledKey(address)), address }
}

/** The key of a typed address; null for what is no address. */
export function emailKey(typed: string): string | null {
  return readEmail(typed)?.key ?? null
}

/**
 * The key as the column emails.key stores it. It keeps both forms of sigma as they were typed, because the previous
 * version of the service, which may run beside this one, looks people up by it.
 */
export function spelledKey(address: string): string {
  return address.toLowerCase()
}

/** Σ in lower case is σ, and ς at the end of a word: one letter, so one key. */
function foldSigma(key: string): string {
  return key.replaceAll('ς', 'σ')
}
