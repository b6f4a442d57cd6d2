/** Declares first and last names as fields of a request (Spec 5). */
import * as v from 'valibot'
import { nameFault } from './field-faults.ts'
import { required, text } from './fields.ts'
import { nameMaxLength } from './numbers.ts'

/** A code point has at most two UTF-16 units; the rest is for the spaces around a name. */
const name = v.pipe(
  text(4 * nameMaxLength, nameMaxLength),
  v.trim(),
  v.check(
    (value) => nameFault(value) === null,
    ({ input }) => nameFault(input) ?? '',
  ),
)

export const firstName = v.pipe(name, v.minLength(1, required))

/** Null and an empty text mean that there is no last name. */
export const lastName = v.nullable(name)
