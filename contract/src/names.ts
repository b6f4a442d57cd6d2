/** First and last names: one rule for the service and the forms (Spec 5). */
import * as v from 'valibot'
import { required, text } from './fields.ts'
import { nameMaxLength } from './limits.ts'

const tooLong = `Length cannot be greater than ${nameMaxLength}`
const hidden = 'Names can’t contain line breaks or hidden characters'
const noLetter = 'Enter a name with at least one letter'

/** Zero-width joiners belong to the spelling of Persian and Indic names and of emoji. */
const hiddenCharacter = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** An emoji counts as a letter; a filler that Unicode calls a letter but nothing displays does not. */
const visibleLetter =
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Returns what is wrong with a name; null for a good one and for an empty one. Length counts code points. */
export function nameFault(typed: string): string | null {
  const name = typed.trim()
  if (name === '') return null
  if ([...name].length > nameMaxLength) return tooLong
  if (hiddenCharacter.test(name)) return hidden
  return visibleLetter.test(name) ? null : noLetter
}

/** A code point takes at most two UTF-16 units; the rest is room for the spaces around a name. */
const name = v.pipe(
  text(4 * nameMaxLength, nameMaxLength),
  v.trim(),
  v.check(
    (value) => nameFault(value) === null,
    ({ input }) => nameFault(input) ?? '',
  ),
)

export const firstName = v.pipe(name, v.minLength(1, required))

/** Optional: an empty one is none. */
export const lastName = v.nullable(name)
