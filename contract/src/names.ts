/** Declares the names of users and schools as fields of requests (product 5). */
import * as v from 'valibot'
import { nameFault, schoolNameFault } from './field-faults.ts'
import { required, text } from './fields.ts'
import { nameMaxLength, schoolNameMaxLength } from './shared-values.ts'

/**
 * Makes a schema of a name. A code point has at most two UTF-16 units; the rest of the size allows for surrounding
 * spaces.
 */
/* @__NO_SIDE_EFFECTS__ */
function name(maxLength: number, fault: (typed: string) => string | null) {
  return v.pipe(
    text(4 * maxLength, maxLength),
    v.trim(),
    v.check(
      (value) => fault(value) === null,
      ({ input }) => fault(input) ?? '',
    ),
  )
}

const personName = name(nameMaxLength, nameFault)

export const firstName = v.pipe(personName, v.minLength(1, required))

/** null and an empty text both mean that there is no last name. */
export const lastName = v.nullable(personName)

export const schoolName = v.pipe(name(schoolNameMaxLength, schoolNameFault), v.minLength(1, required))
