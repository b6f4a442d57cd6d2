/** Checks the texts of a help request for the service and the form. */
import { hiddenCharacter, nameFaultWithin, tooLong, tooLongBy } from './field-faults.ts'
import { fullNameMaxLength, helpMessageMaxLength, helpSubjectMaxLength } from './shared-values.ts'

const hiddenInSubject = 'The subject can’t contain line breaks or hidden characters'

/** Checks a full name: first and last name in one text. */
export function fullNameFault(typed: string): string | null {
  return nameFaultWithin(typed, fullNameMaxLength)
}

/**
 * Returns the sentence for an invalid subject; otherwise null. The subject becomes a header of a mail, so it must be
 * one line.
 */
export function subjectFault(typed: string): string | null {
  const subject = typed.trim()
  if ([...subject].length > helpSubjectMaxLength) return tooLong(helpSubjectMaxLength)
  return hiddenCharacter.test(subject) ? hiddenInSubject : null
}

/** Returns the sentence for a message that is too long; otherwise null. */
export function messageFault(typed: string): string | null {
  const over = lengthOfMessage(typed) - helpMessageMaxLength
  return over > 0 ? tooLongBy(over) : null
}

/** Counts code points; each line break counts as one. */
export function lengthOfMessage(typed: string): number {
  return [...typed.trim().replaceAll('\r\n', '\n')].length
}
