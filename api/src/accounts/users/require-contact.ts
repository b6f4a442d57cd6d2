/**
 * Reads the contact that a form names, or throws the failure that says at the field what is wrong with it. It looks at the
 * format alone, so its answers disclose nothing about accounts.
 */
import { isNationalNumber, plainNumber } from '@foyer/contract/contact'
import { type ErrorCode, errorSentence } from '@foyer/contract/errors'
import { notOfPlace } from '@foyer/contract/sentences'
import { Failure } from '../../failure.ts'
import { type EmailContact, placeOf, readContact } from './contact-keys.ts'

export type FormContact = EmailContact | { channel: 'sms'; number: string }

/** `field` is the form's field of the contact. Faults of the country are about `countryCode`. */
export function requireContact(
  typed: string,
  { field, countryCode }: { field: string; countryCode: string | undefined },
): FormContact {
  const contact = readContact(typed, countryCode)
  if (contact?.channel === 'email') return contact
  if (contact && contact.number !== null) return { channel: 'sms', number: contact.number }
  if (plainNumber(typed) === null) throw refusal('contact-invalid', field)
  if (!isNationalNumber(typed)) throw refusal('phone-invalid', field)
  const place = placeOf(countryCode)
  throw refusal('country-code-needed', 'countryCode', place ? notOfPlace(place) : undefined)
}

/** Returns the country that a typed number was read in, as users read it; null for contacts that name their own. */
export function assumedPlace(typed: string, countryCode: string | undefined): string | null {
  return isNationalNumber(typed) ? placeOf(countryCode) : null
}

function refusal(code: ErrorCode, field: string, sentence = errorSentence(code)): Failure {
  return new Failure(code, { fields: { [field]: sentence } })
}
