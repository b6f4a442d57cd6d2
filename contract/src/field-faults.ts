/** Checks names and new passwords for the service and the forms (Spec 5). Uses no schema: the first step of sign-up loads none. */
import {
  helpMessageMaxLength,
  helpNameMaxLength,
  helpSubjectMaxLength,
  nameMaxLength,
  passwordMinLength,
  schoolNameMaxLength,
} from './numbers.ts'

export const tooLong = (max: number) => `Length cannot be greater than ${max}`
export const passwordsDiffer = 'The passwords do not match'
export const passwordTooShort = `Password must have at least ${passwordMinLength} characters`
const hidden = 'Names can’t contain line breaks or hidden characters'
const hiddenInSubject = 'The subject can’t contain line breaks or hidden characters'
const noLetter = 'Enter a name with at least one letter'

/** Zero-width joiners belong to the spelling of Persian and Indic names and of emoji. */
const hiddenCharacter = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** An emoji counts as a letter; a filler that Unicode calls a letter but nothing displays does not. */
const visibleLetter =
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Returns the sentence for a wrong name; null for a valid and for an empty one. The length counts code points. */
export function nameFault(typed: string): string | null {
  return nameFaultWithin(typed, nameMaxLength)
}

/** Checks first and last name in one text. */
export function fullNameFault(typed: string): string | null {
  return nameFaultWithin(typed, helpNameMaxLength)
}

export function schoolNameFault(typed: string): string | null {
  return nameFaultWithin(typed, schoolNameMaxLength)
}

function nameFaultWithin(typed: string, max: number): string | null {
  const name = typed.trim()
  if (name === '') return null
  if ([...name].length > max) return tooLong(max)
  if (hiddenCharacter.test(name)) return hidden
  return visibleLetter.test(name) ? null : noLetter
}

/** Returns the sentence for a wrong subject of a help request, else null. It becomes a line in the head of a mail. */
export function subjectFault(typed: string): string | null {
  const subject = typed.trim()
  if ([...subject].length > helpSubjectMaxLength) return tooLong(helpSubjectMaxLength)
  return hiddenCharacter.test(subject) ? hiddenInSubject : null
}

/** Returns the sentence for a help message that is too long, else null. Every line break counts once. */
export function messageFault(typed: string): string | null {
  return lengthOfMessage(typed) > helpMessageMaxLength ? tooLong(helpMessageMaxLength) : null
}

export function lengthOfMessage(typed: string): number {
  return [...typed.trim().replaceAll('\r\n', '\n')].length
}

/** Returns the fault of a password that is too short, else null. Length counts code points. */
export function passwordLengthFault(typed: string): string | null {
  return [...typed].length >= passwordMinLength ? null : passwordTooShort
}
