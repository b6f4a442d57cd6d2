/** Declares the contacts and channels by which the service reaches a user, and parses typed phone numbers. */

export const channels = ['sms', 'email'] as const

export type Channel = (typeof channels)[number]

/** An email, or a phone number in E.164, with its channel. */
export type Contact = { channel: 'email'; address: string } | { channel: 'sms'; number: string }

/** Returns the channel of a typed contact: only emails contain an at sign. */
export function channelOf(typed: string): Channel {
  return typed.includes('@') ? 'email' : 'sms'
}

/**
 * Normalises a typed phone number to ASCII, with '+' for '00'; null for text that is not a number. Copied numbers may
 * contain invisible direction marks and dashes of any length.
 */
export function plainNumber(typed: string): string | null {
  const ascii = asciiDigits(typed.normalize('NFKC'))
  const number = ascii
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()
  if (!/^\(?\+?[\s(]*\d[\d\s().\-/]*$/.test(number)) return null
  return number.replace(/^\(?(\+|00)/, '+')
}

/** Returns whether a phone number lacks a country code and therefore needs a country. */
export function isNationalNumber(typed: string): boolean {
  return plainNumber(typed)?.startsWith('+') === false
}

/** Converts every decimal digit (Unicode category Nd) to 0–9: '४२' and '٤٢' become '42'. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, asAscii)
}

/** Every script has its ten digits in order, and two scripts' digits may be adjacent (The Unicode Standard, 4.6). */
function asAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}
