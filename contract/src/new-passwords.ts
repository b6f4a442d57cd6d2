/** Declares the two fields of a new password, which is typed twice (Spec 5). */
import * as field from './fields.ts'
import { passwordMaxBytes } from './numbers.ts'

export const passwordTwice = { password1: field.newPassword, password2: field.text(passwordMaxBytes) }

/**
 * The paths for `v.forward(v.partialCheck(…), ['password2'])`. In the browser the check also runs when another field is
 * wrong; the service reports it once the other fields are right.
 */
export const passwordPaths = [['password1'], ['password2']] as const

export function isTypedTwice({ password1, password2 }: { password1: string; password2: string }): boolean {
  return password1 === password2
}
