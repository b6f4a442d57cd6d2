/** A password being chosen, typed twice (Spec 5). */
import * as field from './fields.ts'
import { passwordMaxBytes } from './limits.ts'

export const passwordTwice = { password1: field.newPassword, password2: field.text(passwordMaxBytes) }

/** For a check that also runs where another field is wrong: `v.forward(v.partialCheck(…), ['password2'])`. */
export const passwordPaths = [['password1'], ['password2']] as const

export function isTypedTwice({ password1, password2 }: { password1: string; password2: string }): boolean {
  return password1 === password2
}

export const typedDifferently = 'The passwords do not match'
