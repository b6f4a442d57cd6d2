/** Declares how the service reaches a user: the channel of a message and the contact that it goes to, and reads typed numbers. */

export const channels = ['sms', 'email'] as const

export type Channel = (typeof channels)[number]

/** An email address, or a phone number in E.164, with the channel that reaches it. */
export type Contact = { channel: 'email'; address: string } | { channel: 'sms'; number: string }

/** Returns the channel of a contact as the user typed it: only email addresses have an at sign. */
export function channelOf(typed: string): Channel {
  return typed.includes('@') ? 'email' : 'sms'
}

/**
 * Writes a typed phone number in ASCII, '+' for '00' included; null for text that is none. Copied numbers come with
 * invisible direction marks around them and with dashes of any length.
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

/** Returns whether a phone number lacks its country code, so that it needs a country. */
export function isNationalNumber(typed: string): boolean {
  return plainNumber(typed)?.startsWith('+') === false
}

/** Writes every decimal digit (Unicode category Nd) as 0–9: '४२' and '٤٢' become '42'. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, asAscii)
}

/** Each script has ten digits in a row, from zero to nine, and rows may be neighbours (The Unicode Standard, 4.6). */
function asAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}
