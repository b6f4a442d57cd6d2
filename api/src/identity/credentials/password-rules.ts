/** Refuses new passwords that are common, or that consist of the user's name, the user's email or a name of the service. */
import { errorSentence } from '@foyer/contract/errors'
import { fold, isPersonalPassword, type PasswordOwner, withoutEnds } from '@foyer/contract/personal-passwords'
import { Failure } from '../../kernel/failure.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The fewest different characters of a password: lists of common passwords lack 'aaaaaaaa' and '10101010'. */
const fewestCharacters = 3

/**
 * Throws for a weak password. Capitals, and digits or marks around a word, do not make the word harder to guess:
 * 'Password2026!' is as weak as 'password'. A longer phrase that contains a common word is allowed.
 */
export async function refuseWeakPassword(
  password: string,
  owner: PasswordOwner,
  field = 'password1',
): Promise<void> {
  const typed = fold(password)
  if (new Set(typed).size < fewestCharacters) throw refusal('password-common', field)
  for (const word of new Set([typed, withoutEnds(typed)])) {
    if (word && (await isCommonPassword(word))) throw refusal('password-common', field)
  }
  if (isPersonalPassword(password, owner)) throw refusal('password-personal', field)
}

function refusal(code: 'password-common' | 'password-personal', field: string): Failure {
  return new Failure(code, { fields: { [field]: errorSentence(code) } })
}
