/**
 * Removes personal data and credentials from text that is stored for an operator's collector: users, queries and
 * fragments of URLs, email addresses, phone numbers and tokens. Anyone can send such text, so each step takes linear
 * time: no pattern may scan the text again from each possible start of a match (scripts/slow-patterns.ts).
 */
export function cleanText(text: string): string {
  return text
    .replace(/\S+/g, (word) => withoutEmails(withoutQuery(word)))
    .replace(/(?:\+|\b00)\d[\d\s().-]{6,}\d/g, '[phone]')
    .replace(/[\w-]+(?:\.[\w-]+)*/g, withoutToken)
}

/**
 * Removes the query and fragment of a URL, or of a path at the start of the word, and the user name before each host.
 */
function withoutQuery(word: string): string {
  const startsAt = word.startsWith('/') ? 0 : word.indexOf('://')
  if (startsAt < 0) return word
  const length = word.slice(startsAt).search(/[?#]/)
  const address = length < 0 ? word : word.slice(0, startsAt + length)
  const [scheme, ...rest] = address.split('://')
  return [scheme, ...rest.map(withoutUser)].join('://')
}

function withoutUser(afterScheme: string): string {
  const [authority = ''] = afterScheme.split('/', 1)
  return afterScheme.slice(authority.lastIndexOf('@') + 1)
}

/** Replaces email addresses, which contain none of these separators; `%40` is an encoded `@`. */
function withoutEmails(word: string): string {
  return word.replace(/[^:/?&=,;<>()]+/g, (part) => (isEmail(part.replaceAll('%40', '@')) ? '[email]' : part))
}

function isEmail(part: string): boolean {
  const at = part.indexOf('@', 1)
  return at > 0 && part.length - at > 3
}

/** Replaces the first token of a dotted name and everything after it, such as the parts of a JWT. */
function withoutToken(name: string): string {
  const parts = name.split('.')
  const first = parts.findIndex(isToken)
  return first < 0 ? name : [...parts.slice(0, first), '[token]'].join('.')
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function isToken(part: string): boolean {
  return part.length >= 20 && /\d/.test(part) && !uuidPattern.test(part)
}
