/** Splits a name that was typed in one field into a first and a last name, each within its bounds. */

import { errorSentence } from '@foyer/contract/errors'
import { tooLong } from '@foyer/contract/field-faults'
import { fullNameFault } from '@foyer/contract/help-faults'
import { fullNameMaxLength, nameMaxLength } from '@foyer/contract/numbers'

export type Names = { firstName: string; lastName: string | null }

/** Returns the names, or the sentence for a wrong or missing one. */
export function splitFullName(typed = ''): Names | { fault: string } {
  const words = typed.trim().split(/\s+/u)
  if (words[0] === '') return { fault: errorSentence('social-name-needed') }
  const fault = fullNameFault(typed)
  if (fault) return { fault }
  // The first word is the first name. A last name that is too long gives its first words to it.
  for (let count = 1; count <= words.length; count += 1) {
    const firstName = words.slice(0, count).join(' ')
    const lastName = words.slice(count).join(' ')
    if ([firstName, lastName].every((name) => [...name].length <= nameMaxLength))
      return { firstName, lastName: lastName || null }
  }
  return { fault: tooLong(fullNameMaxLength) }
}
