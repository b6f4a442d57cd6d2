/** Turns a contact that a user typed into the form that is compared and stored. */
import { domainToASCII } from 'node:url'
import { type Contact, channelOf, plainNumber } from '@foyer/contract/contact'
import { email as emailField } from '@foyer/contract/fields'
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import * as v from 'valibot'

/** An email address in its normalised form, which is stored, shown and mailed. */
export type EmailContact = Extract<Contact, { channel: 'email' }> & {
  /** Identifies the mailbox: equal for two spellings of one address. */
  key: string
}

/** A contact as the user typed it. `number` is null for a national phone number without a country. */
export type TypedContact = EmailContact | { channel: 'sms'; number: string | null }

/** Reads an email address or a phone number in any usual form; null for anything else. */
export function readContact(typed: string, countryCode?: string): TypedContact | null {
  const identifier = typed.normalize('NFKC').trim()
  if (channelOf(identifier) === 'email') return readEmail(identifier)
  const number = plainNumber(identifier)
  if (number === null) return null
  const isNational = !number.startsWith('+')
  if (isNational && !(countryCode && isSupportedCountry(countryCode))) return { channel: 'sms', number: null }
  const parsed = parsePhoneNumberFromString(number, isNational ? (countryCode as CountryCode) : undefined)
  return parsed?.isValid() ? { channel: 'sms', number: parsed.number } : null
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Names a country with its calling code, 'India (+91)'; null for a code that no country has. */
export function placeOf(countryCode: string | undefined): string | null {
  if (!countryCode || !isSupportedCountry(countryCode)) return null
  return `${countryNames.of(countryCode)} (+${getCountryCallingCode(countryCode)})`
}

/** Returns the country (ISO 3166-1 alpha-2) of a number in E.164; null for a number without one. */
export function countryOf(number: string): string | null {
  return parsePhoneNumberFromString(number)?.country ?? null
}

/**
 * Normalises an address: NFKC, the domain in ASCII (UTS 46). Returns null for text that is no address. Also reads the
 * addresses that email-rules.ts refuses to new accounts, so that older accounts can sign in.
 */
export function readEmail(typed: string): EmailContact | null {
  const given = typed.normalize('NFKC').trim()
  if (!v.is(emailField, given) || /\p{C}/u.test(given)) return null
  const at = given.lastIndexOf('@')
  const address = `${given.slice(0, at)}@${domainToASCII(given.slice(at + 1))}`
  // The conversion changes some hosts: a number becomes an IP address. The result must still be an email address.
  if (!v.is(emailField, address) || /@[\d.]+$/.test(address)) return null
  return { channel: 'email', key: foldSigma(spelledKey(address)), address }
}

/** Returns a contact as it is stored and, for an address, its key: messages may be kept under either. */
export function spellingsOf(contact: string): string[] {
  return [...new Set([contact, emailKey(contact) ?? contact])]
}

/** Returns the key of a typed address; null for text that is no address. */
export function emailKey(typed: string): string | null {
  return readEmail(typed)?.key ?? null
}

/**
 * Returns the key as the column emails.key stores it. It keeps both forms of sigma as typed, because the previous
 * version of the service, which may run beside this one, finds users by it.
 */
export function spelledKey(address: string): string {
  return address.toLowerCase()
}

/** Σ in lower case is σ, or ς at the end of a word: one letter, so one key. */
function foldSigma(key: string): string {
  return key.replaceAll('ς', 'σ')
}
