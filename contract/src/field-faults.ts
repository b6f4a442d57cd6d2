/** Checks names and new passwords for the service and the forms (product 5). Uses no schema: the first step of sign-up loads none. */
import { nameMaxLength, otpDigits, passwordMinLength, schoolNameMaxLength } from './shared-values.ts'

export const tooLong = (max: number) => `Length cannot be greater than ${max}`

/** Tells the writer of a long text how much to cut. */
export function tooLongBy(over: number): string {
  return `Use ${over.toLocaleString('en')} ${over === 1 ? 'character' : 'characters'} fewer`
}
export const passwordsDiffer = 'The passwords do not match'
export const codeIncomplete = `Enter the ${otpDigits} digits of the code`
export const passwordTooShort = `Password must have at least ${passwordMinLength} characters`
const hidden = 'Names can’t contain line breaks or hidden characters'
const noLetter = 'Enter a name with at least one letter'

/** Does not match zero-width joiners, which belong to the spelling of Persian and Indic names and of emoji. */
export const hiddenCharacter = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Matches emoji too, but no filler that Unicode calls a letter and nothing displays. */
const visibleLetter =
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Returns the sentence for an invalid name; null for a valid or an empty name. The length counts code points. */
export function nameFault(typed: string): string | null {
  return nameFaultWithin(typed, nameMaxLength)
}

/** The specification's sentence is for the names of people only. */
export function schoolNameFault(typed: string): string | null {
  return nameFaultWithin(typed, schoolNameMaxLength, `Use at most ${schoolNameMaxLength} characters`)
}

export function nameFaultWithin(typed: string, max: number, whenTooLong = tooLong(max)): string | null {
  const name = typed.trim()
  if (name === '') return null
  if ([...name].length > max) return whenTooLong
  if (hiddenCharacter.test(name)) return hidden
  return visibleLetter.test(name) ? null : noLetter
}

/** Returns the sentence for a password that is too short; otherwise null. The length counts code points. */
export function passwordLengthFault(typed: string): string | null {
  return [...typed].length >= passwordMinLength ? null : passwordTooShort
}
