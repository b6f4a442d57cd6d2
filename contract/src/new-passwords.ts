/** A password being chosen, typed twice (Spec 5). */
import * as field from './fields.ts'
import { passwordMaxBytes } from './limits.ts'

export const passwordTwice = { password1: field.newPassword, password2: field.text(passwordMaxBytes) }

/**
 * For `v.forward(v.partialCheck(…), ['password2'])`: in the browser it also runs where another field is wrong; the
 * service, which ends at the first fault of a field, tells of it once the others are right.
 */
export const passwordPaths = [['password1'], ['password2']] as const

export function isTypedTwice({ password1, password2 }: { password1: string; password2: string }): boolean {
  return password1 === password2
}

export const typedDifferently = 'The passwords do not match'
