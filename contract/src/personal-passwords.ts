/** Finds passwords that are only the user's name, email or the service's names: for the service, and for forms while the user types. */
import { roleNames } from './platform-names.ts'
import type { Platform } from './platforms.ts'

export type PasswordOwner = {
  /** First and last name, in this order, or others that belong together. */
  names: readonly (string | null)[]
  emails: readonly (string | null)[]
  provider: string
  platform: Platform
}

const serviceName = 'Foyer'

/** Compares whole texts, with and without digits and marks around them: a longer phrase that contains a name is allowed. */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const guesses = new Set(knownWords(owner).flatMap(forms))
  return forms(password).some((form) => guesses.has(form))
}

function knownWords({ names, emails, provider, platform }: PasswordOwner): string[] {
  const called = names.filter((name) => name !== null)
  const written = emails.filter((email) => email !== null)
  return [
    ...called,
    called.join(' '),
    ...written.flatMap(partsOfEmail),
    provider,
    roleNames[platform],
    serviceName,
  ]
}

/** Splits anna+news@mail.example.com into itself, anna+news, anna, mail.example.com, mail and example. */
function partsOfEmail(email: string): string[] {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  return [email, local, local.split('+')[0] ?? '', domain, ...domain.split('.').slice(0, -1)]
}

/** Returns a word without separators, in two forms: whole, and from its first letter to its last. */
function forms(word: string): string[] {
  const folded = fold(word)
  return [folded, withoutEnds(folded)].map(withoutSeparators).filter((form) => form !== '')
}

/** One spelling of a text for comparisons: NFKC, lower case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Returns a folded text from its first letter to its last. */
export function withoutEnds(text: string): string {
  const characters = [...text]
  const first = characters.findIndex((character) => /\p{L}/u.test(character))
  const last = characters.findLastIndex((character) => /[\p{L}\p{M}]/u.test(character))
  return first < 0 ? '' : characters.slice(first, last + 1).join('')
}

function withoutSeparators(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}
