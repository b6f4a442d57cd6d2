/** Lists the fragments that open a form of the account, and the properties of each form. */
import type { StoredUser } from '../session/stored-auth.ts'

export const fragments = {
  name: 'name',
  /** Password managers open this form through /.well-known/change-password. */
  password: 'password',
  addEmail: 'add-email',
  verifyEmail: 'verify-email',
  addPhone: 'add-phone',
  verifyPhone: 'verify-phone',
  /** Which notifications the user gets. */
  preferences: 'preferences',
} as const

export type TaskProps = {
  user: StoredUser
  /** Called with a sentence that the page shows. */
  onDone: (text: string) => void
  /** Called when the session has ended. */
  onSignedOut: () => void
  onLeave: () => void
}
