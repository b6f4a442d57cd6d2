/**
 * Reads identifiers as users type them, email addresses and phone numbers, and returns the one form that is compared,
 * counted and stored.
 */
import { domainToASCII } from 'node:url'
import { type Contact, channelOf, isNationalNumber, plainNumber } from '@foyer/contract/contact'
import { type ErrorCode, errorSentence } from '@foyer/contract/errors'
import { email as emailField } from '@foyer/contract/fields'
import { notOfCountry } from '@foyer/contract/sentences'
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import * as v from 'valibot'
import { Failure } from '../../kernel/failure.ts'

/** An email address in its normalised form, which is stored, shown and mailed. */
export type EmailContact = Extract<Contact, { channel: 'email' }> & {
  /** Identifies the mailbox: equal for two spellings of one address. */
  key: string
}

/** A phone number in E.164, which is its own key. */
export type PhoneContact = Extract<Contact, { channel: 'sms' }> & {
  key: string
  /** The country that a number without a calling code was read in, with its calling code; null for other numbers. */
  assumedCountry: string | null
}

/** An identifier as typed. Text that is no contact belongs to no user; attempts with such text are counted too. */
export type Identifier = EmailContact | PhoneContact | { channel: null; key: string }

/** Reads an email address or a phone number in any usual form; null for anything else. */
export function readContact(typed: string, countryCode?: string): EmailContact | PhoneContact | null {
  const identifier = typed.normalize('NFKC').trim()
  if (channelOf(identifier) === 'email') return readEmail(identifier)
  const plain = plainNumber(identifier)
  if (plain === null) return null
  const assumedCountry = plain.startsWith('+') ? null : countryWithCode(countryCode)
  const country = assumedCountry === null ? undefined : (countryCode as CountryCode)
  const parsed = parsePhoneNumberFromString(plain, country)
  if (!parsed?.isValid()) return null
  return { channel: 'sms', number: parsed.number, key: parsed.number, assumedCountry }
}

/**
 * Reads the contact in a field of a form. Throws a failure at the field that says what is wrong with the format, or at
 * `countryCode` if the country is missing or wrong. The failures disclose nothing about accounts.
 */
export function requireContact(
  typed: string,
  { field, countryCode }: { field: string; countryCode: string | undefined },
): EmailContact | PhoneContact {
  const contact = readContact(typed, countryCode)
  if (contact) return contact
  if (plainNumber(typed) === null) throw refusal('contact-invalid', field)
  if (!isNationalNumber(typed)) throw refusal('phone-invalid', field)
  const country = countryWithCode(countryCode)
  throw refusal('country-code-needed', 'countryCode', country ? notOfCountry(country) : undefined)
}

function refusal(code: ErrorCode, field: string, sentence = errorSentence(code)): Failure {
  return new Failure(code, { fields: { [field]: sentence } })
}

/** Reads the identifier of a form that takes email addresses only. */
export function readEmailIdentifier(typed: string): Identifier {
  return readEmail(typed) ?? { channel: null, key: typed.toLowerCase() }
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
  // The lower case of Σ is σ, or ς at the end of a word. Both are one letter, so they have one key.
  return { channel: 'email', key: spelledKey(address).replaceAll('ς', 'σ'), address }
}

/** Returns the key of a typed address; null for text that is no address. */
export function emailKey(typed: string): string | null {
  return readEmail(typed)?.key ?? null
}

/**
 * Returns the key as the column emails.key stores it. The column has both forms of sigma as typed, because older rows have
 * both. The index emails_folded_key, which find-user.ts uses, treats both forms as one letter.
 */
export function spelledKey(address: string): string {
  return address.toLowerCase()
}

/** Returns a contact as it is stored and, for an address, its key. Messages may be stored under either. */
export function spellingsOf(contact: string): string[] {
  return [...new Set([contact, emailKey(contact) ?? contact])]
}

/** Writes a number in E.164 in the groups of its country: '+91 98765 43210'. */
export function formatNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Names a country with its calling code, 'India (+91)'; null for a code that no country has. */
export function countryWithCode(countryCode: string | undefined): string | null {
  if (!countryCode || !isSupportedCountry(countryCode)) return null
  return `${countryNames.of(countryCode)} (+${getCountryCallingCode(countryCode)})`
}
