/**
 * Declares the fields of requests as valibot schemas, with rules and the sentence for the user (product 5). Every text
 * is well-formed UTF-16 without NUL, and every length is in `shared-values.ts`. An invalid field answers 400
 * `invalid-request` with its sentence.
 */
import * as v from 'valibot'
import { asciiDigits, channelOf, plainNumber } from './contact.ts'
import { codeIncomplete, passwordLengthFault, passwordTooShort, tooLong } from './field-faults.ts'
import { platforms, products } from './platforms.ts'
import { contactInvalid, required } from './sentences.ts'
import {
  identifierMaxLength,
  otpDigits,
  passwordMaxBytes,
  passwordMaxCodePoints,
  passwordMinLength,
  tokenMaxLength,
  urlMaxLength,
} from './shared-values.ts'

export { required }

const wrongType = 'Must be text'

/** Makes an object schema that refuses unknown keys ('Unknown field') and missing keys ('Required'). */
/* @__NO_SIDE_EFFECTS__ */
export function fields<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, (issue) => (issue.expected === 'never' ? 'Unknown field' : required))
}

/** Makes a text schema of at most `max` UTF-16 units. The sentence names the limit `named`, if given. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number, named = max) {
  return v.pipe(
    v.string(wrongType),
    v.maxLength(max, tooLong(named)),
    v.check(isCleanText, 'Contains a character that is not allowed'),
  )
}

function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

function isPasswordSize(value: string): boolean {
  return (
    [...value].length <= passwordMaxCodePoints && new TextEncoder().encode(value).length <= passwordMaxBytes
  )
}

/** Makes a schema of trimmed text that is not empty. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredText(max: number) {
  return v.pipe(text(max), v.trim(), v.minLength(1, required))
}

const emailPattern = /^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]/?#%]+\.[^\s@"<>(),:;\\[\]/?#%.]{2,}$/u

export const noEmail = 'Enter an email address like name@example.com'

/** A trimmed email. The service normalises it and refuses emails that look like another one. */
export const email = v.pipe(
  requiredText(identifierMaxLength),
  v.check((value) => emailPattern.test(value) && !/\p{Cc}/u.test(value) && !value.includes('..'), noEmail),
)

/** A trimmed 'Email or phone number'; the service detects which one it is (product 2.3). */
export const identifier = requiredText(identifierMaxLength)

export const noPhone = 'Enter a phone number with its country code, like +91 98765 43210'

/** A trimmed phone number in any usual form. The service normalises it to E.164. */
export const phoneNumber = v.pipe(
  requiredText(identifierMaxLength),
  v.check((value) => plainNumber(value) !== null, noPhone),
)

/** Returns the sentence for typed text that is not a phone number; otherwise null. */
export function phoneFault(typed: string): string | null {
  return v.safeParse(phoneNumber, typed).issues?.[0].message ?? null
}

/** Returns the sentence for typed text that is not an email; otherwise null. */
export function emailFault(typed: string): string | null {
  return v.safeParse(email, typed).issues?.[0].message ?? null
}

/** Returns the sentence for typed text that is neither an email nor a phone number; otherwise null. */
export function contactFault(typed: string): string | null {
  const contact = typed.normalize('NFKC')
  const isContact = channelOf(contact) === 'email' ? v.is(email, contact) : plainNumber(contact) !== null
  return isContact ? null : contactInvalid
}

/**
 * A new password: 8 to 256 code points, never trimmed, without rules about characters (product 5; NIST SP 800-63B
 * §3.1.1.2).
 */
export const newPassword = v.pipe(
  text(passwordMaxBytes),
  v.minLength(passwordMinLength, passwordTooShort),
  v.check((value) => passwordLengthFault(value) === null, passwordTooShort),
  v.check(isPasswordSize, tooLong(passwordMaxCodePoints)),
)

/** The password at sign-in: not empty and at most 256 code points. */
export const typedPassword = v.pipe(
  text(passwordMaxBytes),
  v.minLength(1, required),
  v.check(isPasswordSize, tooLong(passwordMaxCodePoints)),
)

/** A one-time code: exactly six digits of any script, converted to ASCII. Some digits have two UTF-16 units. */
export const otp = v.pipe(
  text(otpDigits * 2, otpDigits),
  v.regex(/^\p{Nd}{6}$/u, codeIncomplete),
  v.transform(asciiDigits),
)

/** A UUID of version 4 in lower case (product 5; RFC 9562 §5.4). `v.uuid` would accept any version. */
export const uuid = v.pipe(
  text(36),
  v.regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    'Must be a UUID of version 4',
  ),
)

/** ISO 3166-1 alpha-2 in upper case: the country of a national phone number. */
export const countryCode = v.pipe(text(2), v.regex(/^[A-Z]{2}$/, 'Must be a country code of two letters'))

export const product = v.picklist(products, 'Unknown product')
export const platform = v.picklist(platforms, 'Unknown platform')
export const token = v.pipe(text(tokenMaxLength), v.minLength(1, required))
export const url = v.pipe(text(urlMaxLength), v.minLength(1, required))

/** The query `?platform={product}-web` of some calls (product 7.1). */
export const callerQuery = fields({
  platform: v.optional(
    v.picklist(
      products.map((name) => `${name}-web` as const),
      'Unknown platform',
    ),
  ),
})

/** Returns whether this program knows a time zone of this name. Takes about 0.2 ms. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
