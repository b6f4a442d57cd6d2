/**
 * Refuses new accounts with an email address that looks like another user's. After NFKC an address must have no hidden
 * character, one alphabet per part, and a local part that cannot be mistaken for one in ASCII letters
 * (docs/decisions/contacts.md).
 */
import { domainToUnicode } from 'node:url'
import { noEmail } from '@foyer/contract/fields'
import { readEmail } from './identifier.ts'

const hidden = 'This address has a hidden character in it. Type it again instead of pasting it'
const mixed = 'This address mixes letters of different alphabets. Use an address in one alphabet'
const confusable = 'This address has letters that look like others. Use an address with the letters a to z'

/** Returns the reason as a sentence, or `notOne` for text that is no address. Returns null for an allowed address. */
export function newEmailFault(typed: string, notOne = noEmail): string | null {
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(typed.trim())) return hidden
  const email = readEmail(typed)
  if (!email) return notOne
  const at = email.address.lastIndexOf('@')
  const local = email.address.slice(0, at)
  const labels = domainToUnicode(email.address.slice(at + 1)).split('.')
  if (!isOneAlphabet(local) || !labels.every((label) => isOneAlphabet(label, eastAsianWithLatin)))
    return mixed
  return isConfusable(local) ? confusable : null
}

/** Scripts that UAX 31 recommends for identifiers. The next list has scripts that one language combines (UTS 39, 5.1). */
const alphabets = [
  ...'Latin Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi'.split(' '),
  ...'Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(' '),
].map((script) => only(script))
const eastAsian = [only('Han', 'Hiragana', 'Katakana'), only('Han', 'Hangul'), only('Han', 'Bopomofo')]
const eastAsianWithLatin = [
  only('Latin', 'Han', 'Hiragana', 'Katakana'),
  only('Latin', 'Han', 'Hangul'),
  only('Latin', 'Han', 'Bopomofo'),
]

/** Unicode assigns the prolonged sound mark of kana to no script, so it is added here. */
function only(...scripts: string[]): RegExp {
  const letters = scripts.map((script) => `\\p{Script=${script}}`).join('')
  const kana = scripts.includes('Katakana') ? 'ー' : ''
  // Linear: one character class between the two anchors.
  return new RegExp(`^[${letters}${kana}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u')
}

function isOneAlphabet(part: string, more: readonly RegExp[] = []): boolean {
  return [...alphabets, ...eastAsian, ...more].some((alphabet) => alphabet.test(part))
}

/**
 * Returns whether a local part with characters outside ASCII may look like one in ASCII. The characters outside ASCII must be
 * letters or marks, since signs and digits have lookalikes. Latin letters must be letters of a written language, without
 * combining marks. In another alphabet at least one letter must differ from every Latin letter.
 */
function isConfusable(local: string): boolean {
  const beyondAscii = [...local].filter((character) => character > '\u007f')
  if (beyondAscii.length === 0) return false
  if (beyondAscii.some((character) => !/[\p{L}\p{M}ー]/u.test(character))) return true
  if (/\p{Script=Latin}/u.test(local)) return beyondAscii.some((character) => !isSpelledLatin(character))
  if (/\p{L}/u.test(local) && /[\u02b0-\u02ff]/u.test(local)) return true
  return beyondAscii.every((character) => /\p{M}/u.test(character) || latinLookalikes.has(character))
}

/** Accepts Latin letters of written languages, also with precomposed marks; no phonetic letters, no i or j without a dot. */
function isSpelledLatin(character: string): boolean {
  return /[\u00c0-\u024f\u1e00-\u1effəƏɓɗɛɔɣɲ]/u.test(character) && !/[ıȷĸƖǀ-ǃ]/u.test(character)
}

/** Letters of other alphabets that look like a Latin letter or a digit, in both cases. */
const latinLookalikes = new Set([
  ...'асԁеһіјӏорԛѕѵԝхуүгьпѡзб' /* Cyrillic */,
  ...'АВСЕНІЈӀКМОРЅТУҮХԚԜѴԌЬЗБ',
  ...'αγινορσυϳω' /* Greek */,
  ...'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ',
  ...'ագզհյոռսցւօՈՍՏՕԼ' /* Armenian */,
  ...'סוןاهہەሀዐჿഠଠဝᅵᄋㄒ丨' /* Hebrew, Arabic, Ethiopic, Georgian, Malayalam, Oriya, Myanmar, Hangul, Bopomofo, Han */,
])
