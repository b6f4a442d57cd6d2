/** Declares the two fields of a new password, which the user types twice (product 5). */
import * as v from 'valibot'
import * as field from './fields.ts'
import { passwordMaxBytes } from './shared-values.ts'

export const passwordTwice = { password1: field.newPassword, password2: field.text(passwordMaxBytes) }

/**
 * The same fields, optional, in a form whose user may prove an existing account instead. The password is stored only
 * after a code, for an account without a password.
 */
export const optionalPasswordTwice = {
  password1: v.optional(passwordTwice.password1),
  password2: v.optional(passwordTwice.password2),
}

/**
 * The paths for `v.forward(v.partialCheck(…), ['password2'])`. In the browser the check runs even if another field is
 * invalid; the service reports it once the other fields are valid.
 */
export const passwordPaths = [['password1'], ['password2']] as const

type Typed = { password1?: string | undefined; password2?: string | undefined }

export function isTypedTwice({ password1, password2 }: Typed): boolean {
  return password1 === password2
}
