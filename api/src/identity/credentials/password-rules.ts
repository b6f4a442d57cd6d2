/** Refuses new passwords that are common, or that contain the user's name, email or the service's names only. */
import { errorSentence } from '@foyer/contract/errors'
import { Failure } from '../../kernel/failure.ts'
import { isCommonPassword } from './common-passwords.ts'

type About = {
  /** First and last name, in this order, or others that belong together. */
  names: readonly (string | null)[]
  emails: readonly (string | null)[]
  /** The provider, and the platform or role it is for. */
  brands: readonly string[]
}

const serviceName = 'Foyer'
/** Counts different characters: lists of common passwords lack 'aaaaaaaa' and '10101010'. */
const fewestCharacters = 3

/**
 * Throws for a weak password. Case, spelling, and digits or marks around a word make it no harder to guess:
 * 'Password2026!' is as weak as 'password'. A longer phrase that contains such a word is allowed.
 */
export async function refuseWeakPassword(password: string, about: About, field = 'password1'): Promise<void> {
  const typed = fold(password)
  if (new Set(typed).size < fewestCharacters) throw refusal('password-common', field)
  for (const word of new Set([typed, withoutEnds(typed)])) {
    if (word && (await isCommonPassword(word))) throw refusal('password-common', field)
  }
  const guesses = new Set(knownWords(about).flatMap(forms))
  if (forms(password).some((form) => guesses.has(form))) throw refusal('password-personal', field)
}

function refusal(code: 'password-common' | 'password-personal', field: string): Failure {
  return new Failure(code, { fields: { [field]: errorSentence(code) } })
}

function knownWords({ names, emails, brands }: About): string[] {
  const called = names.filter((name) => name !== null)
  const written = emails.filter((email) => email !== null)
  return [...called, called.join(' '), ...written.flatMap(partsOfEmail), ...brands, serviceName]
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

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function withoutEnds(text: string): string {
  const characters = [...text]
  const first = characters.findIndex((character) => /\p{L}/u.test(character))
  const last = characters.findLastIndex((character) => /[\p{L}\p{M}]/u.test(character))
  return first < 0 ? '' : characters.slice(first, last + 1).join('')
}

function withoutSeparators(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}
