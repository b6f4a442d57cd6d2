/** A field with rules: its check and the sentence that goes with it (Spec 5). Strings are well formed and free of NUL. */
import * as v from 'valibot'
import {
  identifierMaxLength,
  otpDigits,
  passwordMaxBytes,
  passwordMaxCodePoints,
  passwordMinLength,
  tokenMaxLength,
  urlMaxLength,
} from './limits.ts'
import { platforms, products } from './platforms.ts'

export const required = 'Required'
const wrongType = 'Must be text'
const tooLong = (max: number) => `Length cannot be greater than ${max}`

/** Objects refuse unknown keys and name missing ones; no other object schema is used in the contract. */
/* @__NO_SIDE_EFFECTS__ */
export function fields<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, (issue) => (issue.expected === 'never' ? 'Unknown field' : required))
}

/** Text as people type it: well formed, without NUL, at most `max` UTF-16 units; the sentence may name another limit. */
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

/** Text that must not be empty once trimmed; comes out trimmed. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredText(max: number) {
  return v.pipe(text(max), v.trim(), v.minLength(1, required))
}

const emailPattern = /^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]/?#%]+\.[^\s@"<>(),:;\\[\]/?#%.]{2,}$/u

export const noEmail = 'Enter an email address like name@example.com'

/** An email address as typed, trimmed. The service normalises it, and refuses what looks like another address. */
export const email = v.pipe(
  requiredText(identifierMaxLength),
  v.check((value) => emailPattern.test(value) && !/\p{Cc}/u.test(value) && !value.includes('..'), noEmail),
)

/** 'Email or phone number': whatever a person types; the server tells which it is (Spec 2.3). */
export const identifier = requiredText(identifierMaxLength)

const tooShort = `Password must have at least ${passwordMinLength} characters`

/** A password being chosen (Spec 5): never trimmed, no rule on its characters. */
export const newPassword = v.pipe(
  text(passwordMaxBytes),
  v.minLength(passwordMinLength, tooShort),
  v.check((value) => [...value].length >= passwordMinLength, tooShort),
  v.check(isPasswordSize, tooLong(passwordMaxCodePoints)),
)

/** A password being typed to sign in: only present and not absurd. */
export const typedPassword = v.pipe(
  text(passwordMaxBytes),
  v.minLength(1, required),
  v.check(isPasswordSize, tooLong(passwordMaxCodePoints)),
)

const notAllDigits = `Enter the ${otpDigits} digits of the code`

/** A one-time code: exactly six digits. */
export const otp = v.pipe(
  text(otpDigits),
  v.minLength(otpDigits, notAllDigits),
  v.regex(/^[0-9]+$/, notAllDigits),
)

/** A UUID of version 4 (Spec 5; `v.uuid` would take any version). */
export const uuid = v.pipe(
  text(36),
  v.regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    'Must be a UUID of version 4',
  ),
)

/** ISO 3166-1 alpha-2, as the browser guesses it for national phone numbers. */
export const countryCode = v.pipe(text(2), v.regex(/^[A-Z]{2}$/, 'Must be a country code of two letters'))

export const product = v.picklist(products, 'Unknown product')
export const platform = v.picklist(platforms, 'Unknown platform')
export const token = v.pipe(text(tokenMaxLength), v.minLength(1, required))
export const url = v.pipe(text(urlMaxLength), v.minLength(1, required))

/** `?platform={product}-web`, which some calls carry (Spec 7.1). */
export const callerQuery = fields({
  platform: v.optional(
    v.picklist(
      products.map((name) => `${name}-web` as const),
      'Unknown platform',
    ),
  ),
})
